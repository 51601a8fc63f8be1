import { chmodSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lineRuns, programRuns } from "../../../../src/tables/commands/command-runs.ts";
import { gapReader } from "../../../../src/tables/host/gap-reader.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const scripts = {
  "/opt/run.sh": "",
  "/opt/calls": "#!/bin/sh\nset -e\ncd /opt\n./run.sh\n",
  "/opt/fails": "#!/bin/sh -e\nmount /data\n/opt/run.sh\n",
  "/opt/own":
    '#!/bin/bash\nDIR=$(cd "$(dirname "$0")" && pwd)\nsource "$DIR/conf"\n"$APP/run.sh" "$1"\n',
  "/opt/lib": "#!/bin/sh\nstart() { /opt/run.sh; }\nnever() { /opt/never; }\nstart\n",
  "/opt/asks": '#!/bin/sh\ncase "$1" in\n  start) /opt/run.sh ;;\n  *) /opt/other ;;\nesac\n',
  "/opt/strict": "#!/bin/bash\nset -eu\necho begin\n/opt/run.sh\n",
  "/opt/loop": '#!/bin/sh\nfor f in /opt/jobs/*.sh; do\n  [ -x "$f" ] && "$f"\ndone\n',
  "/opt/path": "#!/bin/sh\nPATH=/opt/bin:/usr/bin\ntool\n",
  "/opt/job.py": "#!/usr/bin/python3\nimport sys\nimport helper\nprint(1)\nimport late\n",
};

function makeRead() {
  const files = {
    ...scripts,
    "/usr/bin/tar": "",
    "/usr/bin/tool": "",
    "/opt/conf": "APP=/opt\n",
    "/opt/notes.txt": "",
    "/opt/lines": "/opt/run.sh\n",
    "/opt/helper.py": "",
    "/opt/late.py": "",
    "/opt/sys.py": "",
    "/opt/jobs/a.sh": "",
    "/opt/parts/one": "",
    "/etc/passwd": "carol:x:1001:1001::/home/carol:/bin/sh\n",
  };
  const host = temporaryHost(files);
  for (const path of ["/usr/bin/tar", "/usr/bin/tool", "/opt/jobs/a.sh", "/opt/parts/one"])
    chmodSync(host.path(path), 0o755);
  for (const path of Object.keys(scripts)) chmodSync(host.path(path), 0o755);
  return gapReader(host);
}

const use = { folders: ["/usr/local/bin", "/usr/bin"] };

test.each([
  ["/opt/backup --all /etc/passwd", ["/opt/backup"]],
  ["/usr/bin/python3 -u /opt/job.x > /var/log/job", ["/usr/bin/python3", "/opt/job.x"]],
  ["bash /opt/notes.txt", ["/opt/notes.txt"]],
  ["cd / && run-parts --report /etc/cron.hourly", ["/etc/cron.hourly"]],
  ["run-parts /opt/parts", ["/opt/parts", "/opt/parts/one"]],
  ["test -x /opt/run.sh || ( cd /x && /opt/run.sh )", ["/opt/run.sh"]],
  ["flock -n /tmp/lock /opt/run.sh", ["/opt/run.sh"]],
  ["flock /tmp/lock -c 'cd /opt; ./run.sh'", ["/opt/run.sh"]],
  ["nice -n 10 /opt/missing", ["/opt/missing"]],
  ["tar xf /opt/notes.txt", ["/usr/bin/tar"]],
  ["MODE=1 /opt/run.sh", ["/opt/run.sh"]],
  ["cd /opt && env -C /srv ./run.sh", []],
  ["env -i MODE=1 timeout -k 5 60 /opt/run.sh", ["/opt/run.sh"]],
  ["sh -c '/opt/a; /opt/b'", ["/opt/a", "/opt/b"]],
  ["java -Xmx1g -jar /opt/app.jar", ["/opt/app.jar"]],
  ["cd /opt && ./run.sh -v", ["/opt/run.sh"]],
  ["cd /opt && python3 notes.txt", ["/opt/notes.txt"]],
  ["cd /opt && ./run.sh; cd missing && ./other", ["/opt/run.sh", "/opt/other"]],
  ["./run.sh", []],
  ["rm -f /opt/run.sh; cp /opt/run.sh /opt/b", []],
  ["/opt/$NAME/run", []],
  ["APP=/opt; $APP/run.sh", ["/opt/run.sh"]],
  ["/opt/folder/", ["/opt/folder"]],
  ["", []],
  ["cat /opt/lines | sh", ["/opt/lines", "/opt/run.sh"]],
  ["sh -s < /opt/lines", ["/opt/lines", "/opt/run.sh"]],
  ["sh -n /opt/run.sh", []],
  ['eval "$(cat /opt/lines)"', ["/opt/lines", "/opt/run.sh"]],
  ["find /opt/jobs -name '*.sh' -exec sh {} \\;", ["/opt/jobs/a.sh", "/opt/jobs"]],
  ["for f in /opt/jobs/*; do . $f; done", ["/opt/jobs/a.sh", "/opt/jobs"]],
  ["/opt/calls", ["/opt/calls", "/opt/run.sh"]],
  ["/opt/own", ["/opt/own", "/opt/conf", "/opt/run.sh"]],
  ["/opt/job.py", ["/opt/job.py", "/opt/helper.py", "/opt/late.py"]],
  ["python3 -I /opt/job.py", ["/opt/job.py"]],
  ["/opt/path", ["/opt/path", "/opt/bin", "/usr/bin/tool"]],
  ["PATH=/opt/bin:/usr/bin tool; tool", ["/opt/bin", "/usr/bin/tool"]],
  ["busybox sh /opt/notes.txt", ["/opt/notes.txt"]],
  ["trap /opt/run.sh EXIT", ["/opt/run.sh"]],
  ["cp /srv/passwd /etc/passwd", ["/srv/passwd"]],
  ["install -m 440 /srv/rules /etc/sudoers.d/site", ["/srv/rules"]],
  ["cp /srv/rules /etc/sudoers.d/site.bak; cp /srv/motd /etc/motd", []],
])("%s runs %j", (command, paths) => {
  const found = lineRuns(makeRead(), command, use).paths.filter(({ barred }) => !barred);
  expect(found.map(({ path }) => path)).toEqual(paths);
});

test.each([
  ["cd /srv/www && tar czf /b.tgz *", []],
  ["cd /opt && tar czf /b.tgz *", ["/opt"]],
  ["cd /opt; rsync -a *.conf host:", ["/opt"]],
  ["cd /opt && tar czf /b.tgz .", []],
  ["cd /opt && rm *", []],
  ["tar czf /b.tgz /opt/*", []],
  ["cd /opt && tar cf x -- *", []],
  ["cd /opt && tar cf x --exclude '*.log' .", []],
])("names in a folder become options in: %s", (command, folders) => {
  const found = lineRuns(makeRead(), command, use).optionFolders;
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
  ["false || /opt/run.sh", true],
  ["! false && /opt/run.sh", true],
  ["if [ -e /srv/flag ]; then /opt/run.sh; fi", false],
  ["if true; then /opt/run.sh; fi", true],
  ["if [ -e /srv/flag ]; then true; fi; /opt/run.sh", true],
  ["if [ -e /srv/flag ]; then exit; fi; /opt/run.sh", false],
  ["exit 0; /opt/run.sh", false],
  ["(exit 0); /opt/run.sh", true],
  ["exec /opt/other; /opt/run.sh", false],
  ["exec > /dev/null; /opt/run.sh", true],
  ["[ -e /srv/flag ] && (sleep 1; /opt/run.sh)", false],
  ["(sleep 1; true) && /opt/run.sh", true],
  ["[ -e /srv/flag ] && true; /opt/run.sh", true],
  ["flock -n /tmp/lock /opt/run.sh", true],
  ["diff /opt/run.sh /opt/old.sh", false],
  ["test -x /opt/run.sh || ( cd /opt && /opt/run.sh )", false],
  ["while true; do /opt/run.sh; sleep 1; done", true],
  ["while true; do sleep 1; done; /opt/run.sh", false],
  ["for f in $LIST; do /opt/run.sh; done", false],
  ["for f in /opt/none/*; do /opt/run.sh; done", false],
  ["for f in /opt/jobs/*; do /opt/run.sh; done", true],
  ["true\r\n/opt/run.sh", true],
  ["/opt/run.sh\r\ntrue", false],
  ["for i in 1 2; do [ -e /srv/flag ] && break; /opt/run.sh; done", false],
  ["for i in 1 2; do /opt/other || break; done; /opt/run.sh", true],
  ["set -e; mount /data; /opt/run.sh", false],
  ["set -e; mount /data || true; /opt/run.sh", true],
  ["set -u; echo $NAME; /opt/run.sh", false],
  ["cd /opt || exit 1; ./run.sh", true],
  ["echo 'unclosed; /opt/run.sh", false],
  ["source /opt/lines", false],
  ["bash -c 'source /opt/lines'", true],
  ["[[ -e /opt ]]; /opt/run.sh", false],
  ["sed s/a/b/ /opt/lines | sh", false],
  ["cat /opt/lines | sh", true],
  ["/opt/calls", true],
  ["/opt/fails", false],
  ["/opt/own", true],
  ["/opt/lib", true],
  ["/opt/asks start", true],
  ["/opt/asks", false],
  ["/opt/strict", true],
  ["sudo -u root /opt/run.sh", false],
  ["runuser -u root /opt/run.sh", true],
  ["su - root -c /opt/run.sh", false],
  ["find /opt -name run.sh -exec /opt/run.sh {} \\;", true],
  ["find /opt -name none -exec /opt/run.sh {} \\;", false],
  ["find /opt -newer /opt/conf -exec /opt/run.sh {} \\;", false],
  ["trap /opt/run.sh EXIT", false],
  ["cp /opt/run.sh /etc/passwd", true],
  ["mv /opt/run.sh /etc/shadow", true],
  ["cp /opt/run.sh /etc/cron.d/job", true],
  ["cp -p /opt/run.sh /etc/cron.d/job", false],
  ["cp /opt/run.sh /root/.ssh/authorized_keys", false],
])("whether %j surely runs the program: %s", (command, isSure) => {
  const found = lineRuns(makeRead(), command, use).paths;
  const run = found.find(({ path }) => path === "/opt/run.sh");
  expect(run?.awaits === null).toBe(isSure);
});

test.each([
  ["runuser -u bob -- /opt/run.sh", "bob", null],
  ["/usr/sbin/runuser -l bob -c '/opt/run.sh'", "bob", null],
  ["su -s /bin/sh -c '/opt/run.sh' bob", "bob", "su lets root run it"],
  ["sudo -H -u bob /opt/run.sh", "bob", "sudo lets root run it"],
  ["setpriv --reuid=1001 --clear-groups /opt/run.sh", "carol", null],
  ["runuser -u $WHO -- /opt/run.sh", undefined, "which account runs it is not known"],
  ["chpst -u bob:staff /opt/run.sh", "bob", null],
  ["cat /opt/lines | su bob -s /bin/sh", "bob", "su lets root run it"],
])("%s runs it as %s, and not as root", (command, account, awaits) => {
  const found = lineRuns(makeRead(), command, use).paths;
  const runs = found.filter(({ path }) => path === "/opt/run.sh");
  expect(runs.map((one) => [one.account, one.awaits])).toEqual([[account, awaits]]);
});

test("what a variable or specifier stands for in a program's arguments is not known", () => {
  const { paths } = programRuns(makeRead(), ["/bin/sh", null, "/opt/run.sh"], use);
  expect(paths.map(({ path }) => path)).toEqual(["/bin/sh"]);
});

test("no text makes it fail, however deep it nests", () => {
  const starts = "( $( { if a| ${x:- a&& f(){ \"$( ` [[ $(( <( a=( {a, case! ! <<E */ eval'".split(
    " ",
  );
  const loops = "for i in 1 2 3; do x=$x$x; ";
  const read = makeRead();
  for (const start of [...starts, loops]) lineRuns(read, start.repeat(20_000 / start.length), use);
  fc.assert(fc.property(fc.string(), (text) => void lineRuns(read, text, use)));
});

test("an account's commands are followed up to a number of programs, and root's none the less", () => {
  const read = makeRead();
  const loop = `for i in ${"1 ".repeat(9_000)}; do tool; done`;
  for (const line of [loop, loop, loop]) lineRuns(read, line, { ...use, account: "carol" });
  expect(read.gaps.map(({ detail }) => detail)).toEqual([
    "carol runs more programs than are followed",
  ]);
  const rest = { ...use, account: "carol" };
  expect(lineRuns(read, "/opt/run.sh", rest).paths).toEqual([]);
  expect(lineRuns(read, "/opt/run.sh", use).paths).toHaveLength(1);
});

test("scripts that run each other, and loops of many names, end", () => {
  const host = temporaryHost({
    "/opt/a": "#!/bin/sh\nfor i in 1 2 3 4 5 6 7 8 9; do /opt/b; done\n",
    "/opt/b": "#!/bin/sh\nfor i in 1 2 3 4 5 6 7 8 9; do /opt/a; f; done\nf() { f; f; }\nf\n",
  });
  const { paths } = lineRuns(gapReader(host), "/opt/a", use);
  expect(paths.map(({ path }) => path)).toEqual(["/opt/a", "/opt/b"]);
});

test("a script that starts itself with other arguments is followed, however often it does so with the same", () => {
  const again = "/opt/a inner; ".repeat(20);
  const host = temporaryHost({
    "/opt/a": `#!/bin/sh\nif [ "$1" = inner ]; then /opt/tool; fi\n${again}\n`,
    "/opt/tool": "",
  });
  for (const path of ["/opt/a", "/opt/tool"]) chmodSync(host.path(path), 0o755);
  const read = gapReader(host);
  const { paths } = lineRuns(read, "/opt/a", use);
  expect(paths).toContainEqual(expect.objectContaining({ path: "/opt/tool", awaits: null }));
  expect(read.gaps).toEqual([]);
});

test("a script that starts itself as another account is followed", () => {
  const host = temporaryHost({
    "/opt/a": '#!/bin/sh\n/opt/tool\nrunuser -u carol -- "$0" "$@"\n',
    "/opt/tool": "",
    "/etc/passwd": "carol:x:1001:1001::/home/carol:/bin/sh\n",
  });
  for (const path of ["/opt/a", "/opt/tool"]) chmodSync(host.path(path), 0o755);
  const { paths } = lineRuns(gapReader(host), "/opt/a", use);
  expect(paths.filter(({ path }) => path === "/opt/tool").map(({ account }) => account)).toEqual([
    undefined,
    "carol",
  ]);
});

test("a line of Perl that never ends takes no longer than others", () => {
  const line = `BEGIN { unshift @INC, ${" ".repeat(500_000)}x`;
  const host = temporaryHost({
    "/opt/a.pl": `#!/usr/bin/perl\n${line}\nuse lib${" ".repeat(500_000)}\n`,
  });
  chmodSync(host.path("/opt/a.pl"), 0o755);
  expect(lineRuns(gapReader(host), "/opt/a.pl", use).paths).toHaveLength(1);
});
