import { expect, test } from "vitest";
import { groups } from "../../../../src/tables/accounts/groups/table.ts";
import { readUsers } from "../../../../src/tables/accounts/open-directory.ts";
import { userGroups } from "../../../../src/tables/accounts/user-groups/table.ts";
import { users } from "../../../../src/tables/accounts/users/table.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { recordedMac, recordedTools } from "./recorded-mac.ts";

const commandOf = (part: string) =>
  Object.keys(recordedTools("15", { root: true })).find((command) => command.includes(part))!;

test("accounts have the ids, kinds and states of the local directory", async () => {
  const { rows } = await collectOf(users, recordedMac("15"));
  expect(pick(rows, "username", "uid", "uid_signed", "type", "enabled", "is_hidden")).toEqual([
    {
      username: "nobody",
      uid: 4294967294,
      uid_signed: -2,
      type: "system",
      enabled: 0,
      is_hidden: 0,
    },
    { username: "root", uid: 0, uid_signed: 0, type: "root", enabled: 0, is_hidden: 0 },
    { username: "_www", uid: 70, uid_signed: 70, type: "system", enabled: 0, is_hidden: 0 },
    { username: "alice", uid: 501, uid_signed: 501, type: "user", enabled: 1, is_hidden: 0 },
    { username: "bob", uid: 502, uid_signed: 502, type: "user", enabled: 0, is_hidden: 0 },
    { username: "_backdoor", uid: 503, uid_signed: 503, type: "user", enabled: 1, is_hidden: 1 },
  ]);
});

test("names with quotes, ampersands and other scripts come through whole", async () => {
  const described = async (version: "12" | "15", name: string) =>
    (await collectOf(users, recordedMac(version))).rows.find((row) => row.username === name)
      ?.description;
  expect(await described("12", "alice")).toBe('Alice O’Neill "Ally" <a&b>');
  expect(await described("15", "bob")).toBe("Боб Жук");
});

test("a record whose id is no number is a gap, not an account", async () => {
  const { gaps } = await collectOf(users, recordedMac("15"));
  expect(gaps).toEqual([{ reason: "error", detail: "dscl: 1 records without an id" }]);
});

test("a directory that doesn't answer is no empty list", async () => {
  const command = commandOf("/Users");
  const outcome = (stdout: string, exitCode: number) =>
    readUsers(recordedMac("15", { tools: { [command]: { stdout, exitCode } } }));
  await expect(outcome("", 56)).rejects.toMatchObject({
    reason: "error",
    message: "dscl exited with code 56",
  });
  await expect(outcome("<dscl_cmd> DS Error: -14136", 0)).rejects.toMatchObject({
    reason: "error",
  });
  await expect(outcome("<plist><array/></plist>", 0)).rejects.toMatchObject({ reason: "error" });
  await expect(
    readUsers(recordedMac("15", { tools: { [command]: undefined } })),
  ).rejects.toMatchObject({ reason: "table_missing" });
});

test("groups keep nobody's signed id", async () => {
  const { rows } = await collectOf(groups, recordedMac("12"));
  expect(pick(rows, "groupname", "gid", "gid_signed", "comment")).toContainEqual({
    groupname: "nobody",
    gid: 4294967294,
    gid_signed: -2,
    comment: "Nobody",
  });
});

test("members are listed by name, by uuid, through groups within groups, and by their primary group", async () => {
  const { rows } = await collectOf(userGroups, recordedMac("15"));
  const members = (group: string) =>
    rows.filter((row) => row.groupname === group).map((row) => row.username);
  expect(members("admin")).toEqual(["root", "alice"]);
  expect(members("com.apple.access_ssh")).toEqual(["root", "alice", "_backdoor"]);
  expect(members("staff")).toEqual(["root", "alice", "bob", "_backdoor"]);
});

test("a group that holds itself ends", async () => {
  const { rows } = await collectOf(userGroups, recordedMac("15"));
  expect(rows.filter((row) => row.groupname === "loop")).toHaveLength(1);
});
