import { afterAll, expect, test } from "vitest";
import { createSqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import type { RunOptions } from "../../../../src/engine/types.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import { fileTable, standardTables, statement } from "../fake-tables.ts";

const host = openHost({ platform: "linux", recorded: {} });
const runner = await createSqlRunner({ host, tables: [...standardTables, fileTable()] });
afterAll(() => runner.close());

const over = async (sql: string, options: RunOptions) =>
  (await runner.run([statement(sql)], options))[0]!;

test("given rows replace collectors", async () => {
  const rows = { users: [{ uid: "5", username: "eve" }] };
  expect((await over("SELECT * FROM users", { rows })).rows).toEqual([[5, "eve", null]]);
});

test("a known table without rows is empty, an unknown one is missing, null is denied", async () => {
  expect(await over("SELECT * FROM processes", { rows: {} })).toMatchObject({
    rows: [],
    error: null,
  });
  expect((await over("SELECT * FROM nope", { rows: {} })).error?.reason).toBe("table_missing");
  const denied = await over("SELECT * FROM shadow", { rows: { shadow: null } });
  expect(denied.error?.reason).toBe("denied");
  expect(denied.gaps).toHaveLength(1);
});

test("rows may be JSON text, also for a denied table", async () => {
  const rows = { users: '[{"uid":5,"username":"eve"}]', shadow: "null" };
  expect((await over("SELECT * FROM users", { rows })).rows).toEqual([[5, "eve", null]]);
  expect((await over("SELECT * FROM shadow", { rows })).error?.reason).toBe("denied");
});

test("gaps of given rows are reported to statements that read them", async () => {
  const rows = { users: [{ uid: 5, username: "eve" }] };
  const gaps = {
    users: [
      { reason: "denied" as const, detail: "shells: permission denied", columns: ["directory"] },
      { reason: "timed_out" as const, detail: "one home took too long" },
    ],
  };
  const read = async (sql: string) =>
    (await over(sql, { rows, gaps })).gaps.map(({ table, detail }) => `${table}: ${detail}`);
  expect(await read("SELECT uid FROM users")).toEqual(["users: one home took too long"]);
  expect(await read("SELECT directory FROM users")).toHaveLength(2);
});

test("table names are case-insensitive and may be quoted", async () => {
  const rows = { users: [{ uid: 5, username: "eve" }] };
  expect((await over('SELECT uid FROM "Users"', { rows })).rows).toEqual([[5]]);
  expect((await over("SELECT uid FROM main.USERS", { rows })).rows).toEqual([[5]]);
});

test("a policy denies given rows too", async () => {
  const options = { rows: { users: [{ uid: 1 }] }, deniedTables: ["users"] };
  expect((await over("SELECT * FROM users", options)).error?.reason).toBe("policy");
});

test("a push-down table over given rows needs no constraint", async () => {
  const rows = { file: [{ path: "/a", size: "3" }] };
  expect((await over("SELECT path, size FROM file", { rows })).rows).toEqual([["/a", 3]]);
});

test("columns and tables that exist only in the rows are readable", async () => {
  const rows = {
    users: [{ host: "web-1", uid: 1, username: "a", directory: "/" }],
    invented: [{ a: 1 }, { a: 2, B: "two" }],
  };
  expect((await over("SELECT * FROM users", { rows })).columns).toEqual([
    "uid",
    "username",
    "directory",
    "host",
  ]);
  expect((await over("SELECT a, b FROM invented", { rows })).rows).toEqual([
    [1, null],
    [2, "two"],
  ]);
});

test("a merged table keeps the order of its columns and the types of its values", async () => {
  const given = {
    name: "rows",
    columns: ["host", "1", "n", "N"],
    rows: [
      ["a", "x", 1, "dropped"],
      ["b", null, "2", "dropped"],
    ],
  };
  const { columns, rows } = await over("SELECT *, typeof(n) AS t FROM rows", {
    mergedTable: given,
  });
  expect(columns).toEqual(["host", "1", "n", "t"]);
  expect(rows).toEqual([
    ["a", "x", 1, "integer"],
    ["b", null, "2", "text"],
  ]);
});

test("given tables are removed after their run", async () => {
  const own = { rows: { users: [{ uid: 9, only_here: "yes" }], invented: [{ a: 1 }] } };
  expect((await over("SELECT only_here FROM users", own)).rows).toEqual([["yes"]]);
  const [live, missing] = await runner.run([
    statement("SELECT count(*) FROM users"),
    statement("SELECT * FROM invented"),
  ]);
  expect(live!.rows).toEqual([[3]]);
  expect(missing!.error?.reason).toBe("table_missing");
});
