import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import {
  commandPaths,
  wildcardFolders,
} from "../../../../../../src/tables/permissions/path-permissions/targets/command-paths.ts";
import { temporaryHost } from "../../../../../helpers/host.ts";

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
])("names in a folder become options in: %s", (command, folders) => {
  expect(wildcardFolders(command)).toEqual(folders);
});
