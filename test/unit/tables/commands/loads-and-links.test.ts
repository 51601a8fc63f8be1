import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { lineRuns, scriptRuns } from "../../../../src/tables/commands/command-runs.ts";
import { gapReader } from "../../../../src/tables/host/gap-reader.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const files = {
  "/usr/bin/tool": "#!/bin/sh\n",
  "/opt/job.py": "#!/usr/bin/python3\nimport os, csv\n",
  "/opt/job.pl": "#!/usr/bin/perl\nuse strict;\n",
  "/opt/first.pl": '#!/usr/bin/perl\nBEGIN { unshift(@INC, "/srv/perl"); }\nuse strict;\n',
  "/opt/asks.pl":
    '#!/usr/bin/perl\nBEGIN { exit if $own; unshift @INC, "/srv/perl" }\nuse lib qw(/srv/own);\nuse strict;\n',
  "/opt/careful.pl": "#!/usr/bin/perl -T\nuse strict;\n",
  "/opt/app.env": "DB_NAME=shop\n",
  "/opt/settings": "ENABLED=yes\n",
  "/opt/asks":
    '#!/bin/sh\n[ -r /opt/settings ] && . /opt/settings\n[ "$ENABLED" = yes ] || exit 0\n/opt/run\n',
  "/opt/hook": "#!/bin/sh\n[ ! -f /tmp/hook ] || . /tmp/hook\n",
  "/opt/other": "#!/bin/sh\n[ -f /opt/missing ] && . /opt/run\n",
  "/opt/where": '#!/bin/sh\ncd "$(dirname "$(readlink -f "$0")")"\n. ./functions.sh\n',
  "/srv/in/one.log": "",
  "/srv/site/.git/config": "",
  "/srv/perl/keep": "",
};

function makeRead() {
  const host = temporaryHost(files);
  for (const path of ["/usr/bin/tool", "/opt/where"]) chmodSync(host.path(path), 0o755);
  for (const path of ["/srv/in", "/srv/site", "/opt"]) chmodSync(host.path(path), 0o777);
  mkdirSync(host.path("/usr/sbin"), { recursive: true });
  symlinkSync("../../opt/where", host.path("/usr/sbin/where"));
  return gapReader(host);
}

const folders = ["/usr/sbin", "/usr/bin"];

interface Found {
  path: string;
  awaits?: string | null;
  barred?: string;
  gainer?: string;
}

test.each<[string, Record<string, string>, Found]>([
  ["bash -c /opt/x", { BASH_ENV: "/srv/env" }, { path: "/srv/env", awaits: null }],
  ["perl /opt/job.pl", { PERL5LIB: "/srv/perl" }, { path: "/srv/perl", awaits: null }],
  ["perl /opt/first.pl", {}, { path: "/srv/perl", awaits: null }],
  ["perl /opt/asks.pl", {}, { path: "/srv/own", awaits: "/opt/asks.pl gets to its line" }],
  [
    "perl /opt/careful.pl",
    { PERL5LIB: "/srv/perl" },
    { path: "/srv/perl", barred: "perl -T ignores PERL5LIB" },
  ],
  ["python3 /opt/job.py", { PYTHONPATH: "/srv/py" }, { path: "/srv/py", awaits: null }],
  ["env PYTHONPATH=/srv/py python3 /opt/job.py", {}, { path: "/srv/py", awaits: null }],
  ["export PERL5LIB=/srv/perl; perl /opt/job.pl", {}, { path: "/srv/perl", awaits: null }],
  ["python3 /opt/job.py", {}, { path: "/opt", awaits: null }],
  ["cd /srv/in && python3 -m jobs.run", {}, { path: "/srv/in", awaits: null }],
  [
    "tool",
    { LD_PRELOAD: "/srv/a.so" },
    { path: "/srv/a.so", awaits: "/usr/bin/tool loads libraries" },
  ],
  ["cp /srv/in/a /srv/in/b", {}, { path: "/srv/in", awaits: null }],
  [
    "cp /etc/motd /srv/in/b",
    {},
    { path: "/srv/in", awaits: "who puts a link into /srv/in also writes /etc" },
  ],
  ["install -m 644 /srv/in/list /srv/in/live", {}, { path: "/srv/in", awaits: null }],
  [
    "install -T /srv/in/list /srv/in/live",
    {},
    { path: "/srv/in", barred: "install -T puts a new file in the place of a link" },
  ],
  ["chown carol /srv/in/*", {}, { path: "/srv/in", awaits: null, gainer: "carol" }],
  [
    "chown -R carol /srv/in",
    {},
    { path: "/srv/in", barred: "chown -R changes no file that a link leads to" },
  ],
  ["chmod 666 /srv/in/*", {}, { path: "/srv/in", awaits: null }],
  ["find /srv/in -mtime +1 -exec sh -c 'gzip {}' \\;", {}, { path: "/srv/in", awaits: null }],
  ["find /srv/in | xargs -I% sh -c 'gzip %'", {}, { path: "/srv/in", awaits: null }],
  [
    "find /srv/in -user root -exec sh -c 'gzip {}' \\;",
    {},
    { path: "/srv/in", awaits: "find takes the file" },
  ],
  ['eval "$(grep ^DB_ /opt/app.env)"', {}, { path: "/opt/app.env", awaits: null }],
  [
    "eval \"$(sed 's/x//' /opt/app.env)\"",
    {},
    { path: "/opt/app.env", awaits: "sed passes it on" },
  ],
  ['for f in /srv/in/*.log; do sh -c "gzip $f"; done', {}, { path: "/srv/in", awaits: null }],
  ["where", {}, { path: "/opt/functions.sh", awaits: null }],
])("%s with %j runs %j", (line, variables, found) => {
  const environment = new Map(Object.entries(variables));
  const { paths } = lineRuns(makeRead(), line, { folders, environment });
  expect(paths).toContainEqual(expect.objectContaining(found));
});

test.each<[string, string, string | null]>([
  ["/opt/asks", "/opt/run", null],
  ["/opt/hook", "/tmp/hook", null],
  ["/opt/other", "/opt/run", "/opt/other gets to its line"],
])("%s gets to %s: %j", (script, path, awaits) => {
  const { paths } = scriptRuns(makeRead(), script, { folders });
  expect(paths).toContainEqual(expect.objectContaining({ path, awaits }));
});

test.each(["chmod 644 /srv/in/*", "find /srv/in -exec gzip {} \\;", "cp /srv/in/a /usr/bin/tool2"])(
  "%s gives nothing",
  (line) => {
    const { paths } = lineRuns(makeRead(), line, { folders });
    expect(paths.filter(({ barred, path }) => !barred && path.startsWith("/srv"))).toEqual([]);
  },
);

test("a plain shell does not read BASH_ENV", () => {
  const environment = new Map([["BASH_ENV", "/srv/env"]]);
  const { paths } = lineRuns(makeRead(), "sh -c /opt/x", { folders, environment });
  expect(paths.map(({ path }) => path)).not.toContain("/srv/env");
});
