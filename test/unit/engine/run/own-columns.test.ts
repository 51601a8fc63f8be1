import { afterAll, expect, test } from "vitest";
import { createSqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import { collected, statement } from "../fake-tables.ts";

/** The column `username` of authorized_keys, and `enabled` of users, are none of osquery's. */
const users = collected("users", { uid: "BIGINT", username: "TEXT", enabled: "INTEGER" }, [
  { uid: 0, username: "root", enabled: 1 },
  { uid: 7, username: "ada", enabled: 0 },
]);
const keys = collected("authorized_keys", { uid: "BIGINT", key: "TEXT", username: "TEXT" }, [
  { uid: 7, key: "AAAA", username: "ada" },
]);
const packages = collected("deb_packages", { name: "TEXT", version: "TEXT" }, [
  { name: "a", version: "1.10" },
]);

const runner = await createSqlRunner({
  host: openHost({ platform: "linux", recorded: {} }),
  tables: [users, keys, packages],
});
afterAll(() => runner.close());

async function rowsOf(sql: string) {
  const [result] = await runner.run([statement(sql)]);
  expect(result!.error).toBeNull();
  return result!.rows;
}

test("a name that only osquery's columns explain is theirs, though we have it twice", async () => {
  expect(await rowsOf("SELECT username, key FROM users JOIN authorized_keys USING (uid)")).toEqual([
    ["ada", "AAAA"],
  ]);
});

test("SELECT * and NATURAL JOIN see osquery's columns alone", async () => {
  expect(await rowsOf("SELECT * FROM users WHERE uid = 7")).toEqual([[7, "ada"]]);
  expect(await rowsOf("SELECT username FROM users NATURAL JOIN authorized_keys")).toEqual([
    ["ada"],
  ]);
});

test("an alias that osquery allows is not replaced by a column of ours", async () => {
  const sql = "SELECT uid AS enabled FROM users WHERE enabled = 7";
  expect(await rowsOf(sql)).toEqual([[7]]);
});

test("our columns are read by their names, whichever statement ran before", async () => {
  expect(await rowsOf("SELECT enabled FROM users ORDER BY uid")).toEqual([[1], [0]]);
  expect(await rowsOf("SELECT * FROM users WHERE uid = 0")).toEqual([[0, "root"]]);
  expect(await rowsOf("SELECT a.username FROM authorized_keys a")).toEqual([["ada"]]);
  expect(await rowsOf("SELECT u.uid FROM users u JOIN authorized_keys USING (username)")).toEqual([
    [7],
  ]);
  expect(await rowsOf("SELECT o.enabled FROM (SELECT * FROM users WHERE uid = 0) o")).toEqual([
    [1],
  ]);
});

test("columns that osquery has elsewhere, or hides, are NULL and left out by SELECT *", async () => {
  expect(await rowsOf("SELECT is_hidden, pid_with_namespace FROM users WHERE uid = 0")).toEqual([
    [null, null],
  ]);
  expect(await rowsOf("SELECT is_hidden FROM authorized_keys, users WHERE users.uid = 0")).toEqual([
    [null],
  ]);
});

test("a name that no table has is missing", async () => {
  const [result] = await runner.run([statement("SELECT enabled, sizes FROM users")]);
  expect(result!.error?.message).toBe("no such column: sizes");
});

test("versions compare as in osquery", async () => {
  expect(await rowsOf("SELECT name FROM deb_packages WHERE version > '1.9'")).toEqual([["a"]]);
});
