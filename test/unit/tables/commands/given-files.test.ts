import { expect, test } from "vitest";
import { repositorySettings } from "../../../../src/tables/commands/git-repositories.ts";
import { givenFiles } from "../../../../src/tables/commands/given-files.ts";
import { gapReader } from "../../../../src/tables/host/gap-reader.ts";
import { hostTree } from "../../../helpers/host.ts";
import { ownedHost } from "../../../helpers/owned-host.ts";

function makeReader() {
  const host = hostTree({
    files: {
      "/etc/passwd": "root:x:0:0::/root:/bin/sh\nalice:x:1001:1001::/home/alice:/bin/sh\n",
      "/srv/lib/setup.py": "",
      "/srv/own/.git/config": "",
      "/srv/site/.git/config": "",
      "/srv/safe/.git/config": "",
      "/etc/gitconfig":
        "[user]\n\tname = x\n[safe]\n\tdirectory = /srv/safe\n[core]\n\tdirectory = *\n",
    },
  });
  return gapReader(
    ownedHost(host, { "/srv/site": { uid: 1001 }, "/srv/safe/.git": { uid: 1001 } }),
  );
}

function given(line: string): [string, string | null][] {
  const [name = "", ...words] = line.split(" ");
  const given = words.map((text) => ({ text }));
  const found = givenFiles(name, given, { read: makeReader(), folder: "/srv" });
  return found.map(({ path, awaits }) => [path, awaits]);
}

test.each([
  ["dpkg -i /srv/app.deb", "/srv/app.deb"],
  ["dpkg --force-all --install app.deb", "/srv/app.deb"],
  ["rpm -Uvh /srv/app.rpm", "/srv/app.rpm"],
  ["apt-get -y install ./app.deb curl", "/srv/app.deb"],
  ["awk -f /srv/x.awk /etc/passwd", "/srv/x.awk"],
  ["gdb -batch -x /srv/x.gdb", "/srv/x.gdb"],
  ["expect /srv/x.exp", "/srv/x.exp"],
])("%s runs what is in %s", (line, path) => {
  expect(given(line)).toEqual([[path, null]]);
});

test.each([
  ["pip3 install --no-deps /srv/lib", "/srv/lib/setup.py"],
  ["crontab /srv/table", "/srv/table"],
  ["insmod /srv/x.ko", "/srv/x.ko"],
  ["dnf install -y /srv/app.rpm", "/srv/app.rpm"],
  ["systemctl enable --now /srv/x.service", "/srv/x.service"],
])("%s may run what is in %s", (line, path) => {
  expect(given(line)).toEqual([[path, expect.stringMatching(/./)]]);
});

test.each([
  "dpkg -l /srv/app.deb",
  "dpkg --dry-run -i /srv/app.deb",
  "rpm -qi /srv/app.rpm",
  "apt-get install curl",
  "apt-get -s install /srv/app.deb",
  "crontab -l",
  "crontab -u bob /srv/table",
  "awk {print} /srv/table",
  "systemctl restart /srv/x.service",
])("%s runs no file", (line) => {
  expect(given(line)).toEqual([]);
});

function repository(line: string, folder?: string, isForCaller = false) {
  const words = line.split(" ").map((text) => ({ text }));
  const found = repositorySettings(words, {
    read: makeReader(),
    folder,
    home: undefined,
    isForCaller,
  });
  return found.map(({ path, awaits, barred }) => [path, barred ?? awaits]);
}

test("git runs what the settings of a repository name, if it trusts it", () => {
  expect(repository("-C /srv/own status")).toEqual([["/srv/own/.git/config", null]]);
  expect(repository("pull --ff-only", "/srv/own")).toEqual([["/srv/own/.git/config", null]]);
  expect(repository("-C /srv -C site pull")).toEqual([
    ["/srv/site/.git/config", "git refuses /srv/site, which is alice's"],
  ]);
  expect(repository("-C /srv/site pull", "/", true)).toEqual([
    ["/srv/site/.git/config", "git trusts a repository of alice's"],
  ]);
  expect(repository("-C /srv/safe fetch")).toEqual([["/srv/safe/.git/config", null]]);
});

test.each(["-C /srv/own rev-parse HEAD", "-C /srv/none status", "--version", "-C", ""])(
  "git %s runs nothing of it",
  (line) => {
    expect(repository(line)).toEqual([]);
  },
);
