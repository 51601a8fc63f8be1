import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import {
  commandPaths,
  wildcardFolders,
} from "../../../../../../../src/tables/permissions/path-permissions/targets/commands/command-paths.ts";
import { temporaryHost } from "../../../../../../helpers/host.ts";

function makeHost() {
  const host = temporaryHost({ "/usr/bin/tar": "", "/opt/run.sh": "", "/opt/notes.txt": "" });
  for (const path of ["/usr/bin/tar", "/opt/run.sh"]) chmodSync(host.path(path), 0o755);
  return host;
}

test.each([
  ["/opt/backup --all /etc/passwd", ["/opt/backup"]],
  ["/usr/bin/python3 -u /opt/job.py > /var/log/job", ["/usr/bin/python3", "/opt/job.py"]],
  ["bash /opt/notes.txt", ["/opt/notes.txt"]],
  ["cd / && run-parts --report /etc/cron.hourly", ["/etc/cron.hourly"]],
  ["test -x /opt/run.sh || ( cd /x && /opt/run.sh )", ["/opt/run.sh"]],
  ["flock -n /tmp/lock /opt/run.sh", ["/opt/run.sh"]],
  ["nice -n 10 /opt/missing", ["/opt/missing"]],
  ["tar xf /opt/notes.txt", ["/usr/bin/tar"]],
  ["MODE=1 /opt/run.sh", ["/opt/run.sh"]],
  ["sh -c '/opt/a; /opt/b'", ["/opt/a", "/opt/b"]],
  ["java -jar /opt/app.jar", ["/opt/app.jar"]],
  ["cd /opt && ./run.sh -v", ["/opt/run.sh"]],
  ["cd /opt && python3 notes.txt", ["/opt/notes.txt"]],
  ["cd /opt && ./run.sh; cd sub && ./other", ["/opt/run.sh"]],
  ["./run.sh", []],
  ["rm -f /opt/run.sh; cp /opt/run.sh /opt/b", []],
  ["/opt/$NAME/run /opt/%i", []],
  ["/opt/folder/", ["/opt/folder"]],
  ["", []],
])("%s runs %j", (command, paths) => {
  const found = commandPaths(makeHost(), command, ["/usr/local/bin", "/usr/bin"]);
  expect(found.map(({ path }) => path)).toEqual(paths);
});

test.each([
  ["cd /srv/www && tar czf /b.tgz *", ["/srv/www"]],
  ["cd /srv; rsync -a *.conf host:", ["/srv"]],
  ["cd /srv && tar czf /b.tgz .", []],
  ["cd /srv && rm *", []],
  ["tar czf /b.tgz /srv/*", []],
  ["cd /srv && cd logs && tar cf x *", []],
  ["cd /srv && tar cf x -- *", []],
  ["cd /srv && tar cf x --exclude '*.log' .", []],
])("names in a folder become options in: %s", (command, folders) => {
  const found = wildcardFolders(makeHost(), command);
  expect(found.map(({ path }) => path)).toEqual(folders);
});

test.each([
  ["/opt/run.sh", true],
  ["sleep 3; /opt/run.sh", true],
  ["cd /opt && ./run.sh", true],
  ["cd /missing && /opt/run.sh", false],
  ["[ -x /opt/run.sh ] && /opt/run.sh", true],
  ["[ -e /srv/flag ] && /opt/run.sh", false],
  ["true || /opt/run.sh", false],
  ["if [ -e /srv/flag ]; then /opt/run.sh; fi", false],
  ["if [ -e /srv/flag ]; then true; fi; /opt/run.sh", true],
  ["exit 0; /opt/run.sh", false],
  ["[ -e /srv/flag ] && (sleep 1; /opt/run.sh)", false],
  ["(sleep 1; true) && /opt/run.sh", true],
  ["[ -e /srv/flag ] && true; /opt/run.sh", true],
  ["flock -n /tmp/lock /opt/run.sh", true],
  ["diff /opt/run.sh /opt/old.sh", false],
  ["test -x /opt/run.sh || ( cd /opt && /opt/run.sh )", false],
])("whether %j surely runs the program: %s", (command, isSure) => {
  const found = commandPaths(makeHost(), command, []);
  expect(found.find(({ path }) => path === "/opt/run.sh")?.awaits === null).toBe(isSure);
});
