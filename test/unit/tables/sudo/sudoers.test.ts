import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { joinLines } from "../../../../src/tables/parsers/sudoers/lines.ts";
import { parseSudoersLine } from "../../../../src/tables/parsers/sudoers/parse.ts";
import { sudoers } from "../../../../src/tables/sudo/sudoers.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { recordedHost, temporaryHost } from "../../../helpers/host.ts";
import { ownedHost } from "../../../helpers/owned-host.ts";

const server = ownedHost(recordedHost("accounts-server"));
const bare = recordedHost("accounts-bare");

const people = {
  "/etc/passwd": "alice:x:1001:1001::/home/alice:/bin/sh\n",
  "/usr/bin/sudo": "",
};
const setuid = { "/usr/bin/sudo": { mode: 0o4755 } };

const grants = async (host = server) =>
  (await collectOf(sudoers, host)).rows.filter(
    ({ commands, source }) => typeof commands === "string" && !String(source).endsWith("-old"),
  );

test("grants with aliases, groups, targets and tags resolved", async () => {
  expect(pick(await grants(), "who", "users", "hosts", "run_as", "commands", "options")).toEqual([
    { who: "root", users: "root", hosts: "ALL", run_as: "ALL:ALL", commands: "ALL", options: "" },
    {
      who: "%sudo",
      users: "bob,alice,root",
      hosts: "ALL",
      run_as: "ALL",
      commands: "ALL",
      options: "NOPASSWD",
    },
    {
      who: "%sudo",
      users: "bob,alice,root",
      hosts: "ALL",
      run_as: "ALL",
      commands: "/bin/su",
      options: "PASSWD",
    },
    {
      who: "ADMINS",
      users: "alice,root",
      hosts: "10.0.0.0/8",
      run_as: "postgres,mysql",
      commands: "/bin/sh, /bin/bash, !/usr/bin/vi /etc/*",
      options: "NOPASSWD,SETENV",
    },
    {
      who: "ADMINS",
      users: "alice,root",
      hosts: "web",
      run_as: "root",
      commands: "/usr/bin/less",
      options: "",
    },
    {
      who: "OPS",
      users: "carol",
      hosts: "ALL",
      run_as: "root",
      commands: "/usr/bin/systemctl restart a\\:b",
      options: "",
    },
    {
      who: "OPS",
      users: "carol",
      hosts: "ALL",
      run_as: ":adm",
      commands: "/usr/bin/id",
      options: "",
    },
    {
      who: "ALL,!carol",
      users: "ALL,!carol",
      hosts: "ALL",
      run_as: "root",
      commands: "/usr/bin/tail -f /var/log/*",
      options: "NOEXEC",
    },
  ]);
});

test("no password is asked by tag or by Defaults, and a tag has the last word", async () => {
  const nopasswd = (await grants()).map((row) => [row.commands, row.nopasswd]);
  expect(nopasswd).toEqual([
    ["ALL", 0],
    ["ALL", 1],
    ["/bin/su", 0],
    ["/bin/sh, /bin/bash, !/usr/bin/vi /etc/*", 1],
    ["/usr/bin/less", 0],
    ["/usr/bin/systemctl restart a\\:b", 1],
    ["/usr/bin/id", 1],
    ["/usr/bin/tail -f /var/log/*", 0],
  ]);
});

test("lines keep osquery's form, file and number; drop-ins with a dot are barred", async () => {
  const { rows } = await collectOf(sudoers, server);
  expect(rows[0]).toMatchObject({
    header: "Defaults",
    rule_details: 'env_reset, secure_path="/usr/sbin:/usr/bin"',
    who: "Defaults",
    line: 1,
  });
  expect(pick(rows, "source", "header", "line")).toContainEqual({
    source: "/etc/sudoers.d/10-tail",
    header: "ALL,",
    line: 1,
  });
  const passedOver = rows.filter(({ source }) => String(source).includes("90-old"));
  expect(pick(passedOver, "users", "enabled")).toEqual([{ users: "bob", enabled: 0 }]);
  expect(rows.some((row) => row.header === "this")).toBe(false);
});

test.each([
  ["everyone can write", { mode: 0o666 }],
  ["another group can write", { mode: 0o660, gid: 4 }],
  ["is not root's", { mode: 0o440, uid: 1001 }],
])("a file that %s is none of sudo's, nor are its aliases and Defaults", async (_, owner) => {
  const host = ownedHost(
    temporaryHost({
      ...people,
      "/etc/sudoers": "@include rules\n@includedir /etc/open\nalice ALL = SHELLS\n",
      "/etc/rules": "Cmnd_Alias SHELLS = /bin/sh\nDefaults !authenticate\nbob ALL = ALL\n",
      "/etc/open/carol": "carol ALL = ALL\n",
    }),
    { ...setuid, "/etc/rules": owner, "/etc/open": { mode: 0o777 } },
  );
  expect(pick(await grants(host), "who", "commands", "nopasswd", "enabled")).toEqual([
    { who: "bob", commands: "ALL", nopasswd: 0, enabled: 0 },
    { who: "carol", commands: "ALL", nopasswd: 0, enabled: 0 },
    { who: "alice", commands: "SHELLS", nopasswd: 0, enabled: 1 },
  ]);
});

test("root's own group may write a file of rules", async () => {
  const host = ownedHost(temporaryHost({ ...people, "/etc/sudoers": "alice ALL = ALL\n" }), {
    ...setuid,
    "/etc/sudoers": { mode: 0o660 },
  });
  expect(await grants(host)).toMatchObject([{ who: "alice", enabled: 1 }]);
});

test("what bars a rule is given as a reason", async () => {
  const digest = (text: string) => createHash("sha256").update(text).digest("hex");
  const sudoers = [
    "alice ALL = NOTBEFORE=2027010100 /bin/a",
    "alice ALL = NOTAFTER=2026010100Z /bin/b",
    "alice ALL = NOTAFTER=20261101013000+0200 /bin/c",
    `alice ALL = sha256:${digest("old")} /bin/d, /bin/e, sha256:${digest("new")} /bin/d`,
  ];
  const tree = { ...people, "/etc/sudoers": `${sudoers.join("\n")}\n`, "/bin/d": "new" };
  const now = () => Date.parse("2026-11-01T00:00:00Z");
  const host = { ...ownedHost(temporaryHost(tree), setuid), now };
  expect(pick(await grants(host), "line", "enabled", "barred")).toEqual([
    { line: 1, enabled: 0, barred: "it is not valid before 2027-01-01" },
    { line: 2, enabled: 0, barred: "it is not valid after 2026-01-01" },
    { line: 3, enabled: 0, barred: "it is not valid after 2026-10-31" },
    { line: 4, enabled: 1, barred: null },
    { line: 4, enabled: 0, barred: "the digest of /bin/d is another than the rule's" },
  ]);
});

test.each([
  ["sudo is not installed", { "/usr/bin/su": "" }, "rw"],
  ["/usr/bin/sudo is not setuid root", { "/usr/bin/sudo": "" }, "rw"],
  [
    "/run/wrappers/bin/sudo is on a file system mounted with nosuid",
    { "/run/wrappers/bin/sudo": "" },
    "nosuid",
  ],
])("no rule applies where %s", async (reason, files, flags) => {
  const mounts = `/dev/a / ext4 rw 0 0\ntmpfs /run tmpfs ${flags} 0 0\n`;
  const host = ownedHost(
    temporaryHost({
      "/etc/passwd": "",
      ...files,
      "/etc/sudoers": "alice ALL = ALL\n",
      "/proc/1/mounts": mounts,
    }),
    { "/run/wrappers/bin/sudo": { mode: 0o4755 } },
  );
  expect(pick(await grants(host), "enabled", "barred")).toEqual([{ enabled: 0, barred: reason }]);
});

test.each([
  ["alice ALL = (root) /bin/a, (bob) /bin/b", [["root"], ["bob"]]],
  ["alice ALL = () /bin/a", [[]]],
  ["alice ALL = /bin/a : web = (bob) /bin/b", [undefined, ["bob"]]],
])("targets in %s", (text, targets) => {
  const entry = parseSudoersLine(text);
  expect(entry?.type === "rules" && entry.grants.map((grant) => grant.runAs?.users)).toEqual(
    targets,
  );
});

test.each([
  ["alice ALL = sha256:abc= /bin/a b, /bin/c", ["sha256:abc= /bin/a b", "/bin/c"]],
  ["alice ALL = ^/bin/(a,b)$ ^x:y$, /bin/c", ["^/bin/(a,b)$ ^x:y$", "/bin/c"]],
  ["alice ALL = ! /bin/su, sudoedit /etc/hosts", ["!/bin/su", "sudoedit /etc/hosts"]],
  ["alice fe80::1, 10.0.0.0/8 = CWD=/srv TIMEOUT=5m NOEXEC: ALL", ["ALL"]],
])("commands in %s", (text, commands) => {
  const entry = parseSudoersLine(text);
  expect(entry?.type === "rules" && entry.grants.flatMap((grant) => grant.commands)).toEqual(
    commands,
  );
});

test.each([
  "alice",
  "alice ALL",
  "alice ALL =",
  "alice = ALL",
  "alice ALL = (root",
  "A,, ALL = ALL",
])("%j is no rule", (text) => expect(parseSudoersLine(text)).toBeUndefined());

test("a comment ends a line, a user id does not", () => {
  const text = "#1000 ALL=ALL # why\n# alice ALL=ALL \\\nbob ALL=ALL\n%#27, #5 ALL=ALL\n";
  expect(joinLines(text)).toEqual([
    { text: "#1000 ALL=ALL", line: 1 },
    { text: "bob ALL=ALL", line: 3 },
    { text: "%#27, #5 ALL=ALL", line: 4 },
  ]);
});

test("any text is read without an error and to an end", () => {
  const token = fc.constantFrom(
    "A",
    "ALL",
    "=",
    ",",
    ":",
    "(",
    ")",
    "!",
    "#",
    "\\",
    '"',
    " ",
    "NOPASSWD:",
    "\n",
    "^",
    "$",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(token).map((parts) => parts.join("")),
      ),
      (text) => {
        for (const { text: line } of joinLines(text)) parseSudoersLine(line);
      },
    ),
  );
});

test("a denied file is denied, a denied drop-in a gap, no sudo an empty truth", async () => {
  await expect(collectOf(sudoers, denyingHost(server, "/etc/sudoers"))).rejects.toMatchObject({
    reason: "denied",
  });
  const { rows, gaps } = await collectOf(sudoers, denyingHost(server, "/etc/sudoers.d"));
  expect(rows.length).toBeGreaterThan(5);
  expect(gaps).toEqual([{ reason: "denied", detail: "/etc/sudoers.d: permission denied" }]);
  expect(await collectOf(sudoers, bare)).toEqual({ rows: [], gaps: [] });
});
