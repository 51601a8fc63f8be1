import fc from "fast-check";
import { expect, test } from "vitest";
import { shadow } from "../../../../src/tables/accounts/shadow.ts";
import { describePassword, parseShadow } from "../../../../src/tables/parsers/shadow-file.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";

const server = recordedHost("accounts-server");
const bare = recordedHost("accounts-bare");

test("state and type of each password; the field in passwd takes precedence", async () => {
  const { rows } = await collectOf(shadow, server);
  expect(pick(rows, "username", "password_status", "hash_scheme", "source")).toEqual([
    { username: "root", password_status: "active", hash_scheme: "yescrypt", source: "/etc/shadow" },
    { username: "daemon", password_status: "locked", hash_scheme: null, source: "/etc/shadow" },
    { username: "toor", password_status: "locked", hash_scheme: "sha512", source: "/etc/shadow" },
    { username: "nobody", password_status: "locked", hash_scheme: null, source: "/etc/shadow" },
    { username: "alice", password_status: "active", hash_scheme: "sha512", source: "/etc/shadow" },
    { username: "bob", password_status: "active", hash_scheme: "md5", source: "/etc/shadow" },
    { username: "carol", password_status: "empty", hash_scheme: null, source: "/etc/passwd" },
  ]);
});

test("hash_alg is osquery's: the id of the hash, and none for a locked password", async () => {
  const { rows } = await collectOf(shadow, server);
  const ids = Object.fromEntries(rows.map((row) => [row.username, row.hash_alg]));
  expect(ids).toMatchObject({ root: "y", toor: null, alice: "6", bob: "1", carol: null });
});

test("ages are days, -1 where unset", async () => {
  const alice = (await collectOf(shadow, server)).rows.find((row) => row.username === "alice");
  expect(alice).toMatchObject({ last_change: 19700, min: 1, max: 90, warning: 14, expire: 19800 });
  expect(alice?.flag).toBe(-1);
});

test("no hash and no salt leaves the table", async () => {
  const { rows } = await collectOf(shadow, server);
  expect(JSON.stringify(rows)).not.toMatch(/FIXTURE|c2Fsd/);
});

test.each([
  ["", "empty", null],
  ["!!", "not_set", null],
  ["!", "locked", null],
  ["*", "locked", null],
  ["!$6$salt$hash", "locked", "sha512"],
  ["$2b$12$abcdefghijklmnopqrstuv", "active", "bcrypt"],
  ["$5$rounds=5000$salt$hash", "active", "sha256"],
  ["$md5,rounds=904$salt$$hash", "active", "sunmd5"],
  ["abJnggxhB/yWI", "active", "des"],
  ["_J9..rasmBYk8r9AiWNc", "active", "bsdi-des"],
  ["$9z$new", "active", "unknown"],
])("the field %j is %s", (field, password_status, hash_scheme) => {
  expect(describePassword(field)).toMatchObject({ password_status, hash_scheme });
});

test("any text is read without an error", () => {
  fc.assert(fc.property(fc.string(), (text) => void parseShadow(text)));
});

test("denied and absent are distinguished", async () => {
  await expect(collectOf(shadow, denyingHost(server, "/etc/shadow"))).rejects.toMatchObject({
    reason: "denied",
    message: "/etc/shadow: permission denied",
  });
  await expect(collectOf(shadow, bare)).rejects.toMatchObject({ reason: "table_missing" });
});
