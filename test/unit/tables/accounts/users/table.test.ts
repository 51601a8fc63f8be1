import { expect, test } from "vitest";
import { users } from "../../../../../src/tables/accounts/users/table.ts";
import { denyingHost } from "../../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../../helpers/collect-table.ts";
import { atTime, recordedHost } from "../../../../helpers/host.ts";

const server = recordedHost("accounts-server");
const bare = recordedHost("accounts-bare");

test("every account of /etc/passwd is a row; comments, NIS entries and broken ids are not", async () => {
  const { rows, gaps } = await collectOf(users, server);
  expect(pick(rows, "username", "uid", "type")).toEqual([
    { username: "root", uid: 0, type: "root" },
    { username: "daemon", uid: 1, type: "system" },
    { username: "toor", uid: 0, type: "root" },
    { username: "nobody", uid: 65534, type: "system" },
    { username: "alice", uid: 1000, type: "user" },
    { username: "bob", uid: 1001, type: "user" },
    { username: "carol", uid: 1002, type: "user" },
  ]);
  expect(gaps).toEqual([]);
});

test("an account is disabled when its password is locked or its day has passed", async () => {
  const early = atTime(server, Date.UTC(2023, 10, 15));
  const { rows } = await collectOf(users, early);
  const enabled = Object.fromEntries(rows.map((row) => [row.username, row.enabled]));
  // alice's account ends on day 19800, 18 March 2024
  expect(enabled).toMatchObject({ root: 1, daemon: 0, toor: 0, alice: 1, bob: 1, carol: 0 });
  const later = atTime(server, Date.UTC(2024, 5, 1));
  const expired = (await collectOf(users, later)).rows.find((row) => row.username === "alice");
  expect(expired?.enabled).toBe(0);
});

test("without /etc/shadow nobody is called enabled or disabled", async () => {
  const { rows, gaps } = await collectOf(users, denyingHost(server, "/etc/shadow"));
  expect(new Set(rows.map((row) => row.enabled))).toEqual(new Set([null]));
  const detail = "/etc/shadow: permission denied";
  expect(gaps).toEqual([{ reason: "denied", detail, columns: ["enabled"] }]);
});

test("a passwd file that can't be read is no empty list", async () => {
  await expect(collectOf(users, denyingHost(server, "/etc/passwd"))).rejects.toMatchObject({
    reason: "denied",
  });
});

test("a host with two accounts has two", async () => {
  expect((await collectOf(users, bare)).rows).toHaveLength(2);
});
