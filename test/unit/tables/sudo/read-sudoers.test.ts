import { expect, test } from "vitest";
import { sudoers } from "../../../../src/tables/sudo/sudoers.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";
import { ownedHost } from "../../../helpers/owned-host.ts";

const people = {
  "/etc/passwd":
    "alice:x:1001:1001::/home/alice:/bin/sh\nbob:x:1002:1002::/home/bob:/bin/sh\ncarol:x:1003:1001::/home/carol:/bin/sh\n",
  "/etc/group": "staff:x:50:bob\nalice:x:1001:\n",
  "/usr/bin/sudo": "",
};

async function rows(files: Record<string, string>, owners: Record<string, { mode: number }> = {}) {
  const host = ownedHost(temporaryHost({ ...people, ...files }), {
    "/usr/bin/sudo": { mode: 0o4755 },
    ...owners,
  });
  return (await collectOf(sudoers, host)).rows;
}

const grants = async (files: Record<string, string>, owners = {}) =>
  pick(
    (await rows(files, owners)).filter(({ commands }) => commands),
    "users",
    "nopasswd",
    "barred",
  );

const rule = { "/etc/sudoers": "alice ALL = ALL\n" };
const plain = { users: "alice", nopasswd: 0, barred: null };
const elsewhere = [
  { users: "bob", nopasswd: 0, barred: null },
  { ...plain, barred: "sudo reads /etc/other, not /etc/sudoers" },
];

test.each([
  ["the policy names it", "Plugin sudoers_policy sudoers.so sudoers_file=/etc/other\n"],
  ["the audit plugin names it", "plugin sudoers_audit sudoers.so \\\n sudoers_file=/etc/other\n"],
])("sudo reads other rules where %s", async (_, conf) => {
  const files = { ...rule, "/etc/other": "bob ALL = ALL\n", "/etc/sudo.conf": conf };
  expect(await grants(files)).toEqual(elsewhere);
});

test.each([
  ["is commented out", "#Plugin sudoers_policy sudoers.so sudoers_file=/etc/other\n"],
  [
    "comes second",
    "Plugin sudoers_policy sudoers.so\nPlugin sudoers_policy sudoers.so sudoers_file=/etc/other\n",
  ],
  [
    "is the policy's, but the audit plugin reads the rules",
    "Plugin sudoers_policy sudoers.so sudoers_file=/etc/other\nPlugin sudoers_audit sudoers.so\n",
  ],
])("sudo reads its usual rules where the other file %s", async (_, conf) => {
  expect(await grants({ ...rule, "/etc/sudo.conf": conf })).toEqual([plain]);
});

test("sudo passes over a sudo.conf that others may write", async () => {
  const conf = "Plugin sudoers_policy sudoers.so sudoers_file=/etc/other\n";
  const files = { ...rule, "/etc/sudo.conf": conf };
  expect(await grants(files, { "/etc/sudo.conf": { mode: 0o664 } })).toEqual([plain]);
});

test("another policy decides instead of the rules, another plugin may as well", async () => {
  const conf = (line: string) => ({ ...rule, "/etc/sudo.conf": `${line}\n` });
  expect(await grants(conf("Plugin own_policy own.so"))).toMatchObject([
    { barred: "sudo asks the plugin own.so of /etc/sudo.conf, not the rules of sudoers" },
  ]);
  expect((await rows(conf("Plugin own_approval own.so")))[0]).toMatchObject({
    header: "Plugin",
    rule_details: "own_approval own.so",
  });
  expect(await grants(conf("Plugin audit_json audit_json.so"))).toEqual([plain]);
});

test("rules for another host and rules that nothing includes are barred", async () => {
  const files = {
    "/proc/sys/kernel/hostname": "web-1.example.com\n",
    "/etc/sudoers": "@include rules.%h\n",
    "/etc/rules.web-1": "alice ALL = ALL\n",
    "/etc/rules.db-1": "bob ALL = ALL\n",
    "/etc/sudoers.d/more": "carol ALL = ALL\n",
  };
  expect(await grants(files)).toEqual([
    plain,
    { users: "bob", nopasswd: 0, barred: "sudo reads /etc/rules.db-1 on another host only" },
    {
      users: "carol",
      nopasswd: 0,
      barred: "sudo reads /etc/sudoers, which does not include /etc/sudoers.d",
    },
  ]);
});

test("a netgroup expands to its users where the name service reads the file", async () => {
  const files = {
    "/etc/sudoers": "+admins ALL = ALL\n",
    "/etc/netgroup": "admins (web,alice,) (-,-,-) more\nmore (,bob,example.com) admins\n",
  };
  const users = async (more: Record<string, string>) =>
    (await grants({ ...files, ...more })).map((grant) => grant.users);
  expect(await users({})).toEqual(["alice,bob"]);
  expect(await users({ "/etc/nsswitch.conf": "netgroup: files\n" })).toEqual(["alice,bob"]);
  expect(await users({ "/etc/nsswitch.conf": "netgroup: nis\n" })).toEqual(["+admins"]);
  expect(await users({ "/etc/netgroup": "admins (,,)\n" })).toEqual(["ALL"]);
  const tuples = { "/etc/sudoers": "Defaults netgroup_tuple\n+admins ALL = ALL\n" };
  expect(await users(tuples)).toEqual(["+admins"]);
});

test("an exempt group is asked for no password, whatever the tags say", async () => {
  const asked = (defaults: string) =>
    grants({ "/etc/sudoers": `${defaults}\nalice, bob ALL = PASSWD: ALL\n` });
  expect(await asked("Defaults exempt_group = staff")).toEqual([
    plain,
    { users: "bob", nopasswd: 1, barred: null },
  ]);
  const all = { users: "alice,bob", nopasswd: 0, barred: null };
  expect(await asked("Defaults exempt_group = staff\nDefaults !exempt_group")).toEqual([all]);
  expect(await asked("Defaults:alice exempt_group = staff")).toEqual([all]);
  expect(await asked("Defaults:bob exempt_group = staff")).toHaveLength(2);
});
