import { afterAll, expect, test } from "vitest";
import { createSqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import { fileTable, standardTables, statement } from "../fake-tables.ts";

const host = openHost({ platform: "linux", recorded: {} });
const runner = await createSqlRunner({ host, tables: [...standardTables, fileTable()] });
afterAll(() => runner.close());

const forever = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)";

test.each([
  "ATTACH DATABASE '/tmp/x.db' AS x",
  "DETACH main",
  "PRAGMA database_list",
  "PRAGMA hard_heap_limit = 0",
  "VACUUM INTO '/tmp/x.db'",
  "CREATE TABLE t(x)",
  "CREATE TEMP TABLE t AS SELECT * FROM users",
  "CREATE VIRTUAL TABLE t USING fts5(x)",
  "DROP TABLE users",
  "INSERT INTO users VALUES (1)",
  "REPLACE INTO users VALUES (1)",
  "UPDATE users SET uid = 0",
  "DELETE FROM users",
  "WITH a AS (SELECT 1) DELETE FROM users",
  "WITH a AS (SELECT 1) INSERT INTO users SELECT * FROM a",
  "WITH a AS (SELECT 1) UPDATE users SET uid = 0",
  "BEGIN",
  "COMMIT",
  "SAVEPOINT x",
  "REINDEX",
  "ANALYZE",
  "EXPLAIN SELECT 1",
  "EXPLAIN QUERY PLAN SELECT 1",
  "VALUES (1)",
  "",
  "  -- only a comment",
  ";",
  "SELECT 1; DROP TABLE users",
  "SELECT 1; SELECT 2",
  "SELECT 1 /* never closed",
  "SELECT 'never closed",
  "SELECT 1\0; SELECT 2",
  "SELECT load_extension('/tmp/x.so')",
  "SELECT writefile('/tmp/inquest-hostile', 'x')",
  "SELECT readfile('/etc/passwd')",
  "SELECT edit('x')",
  "SELECT fts5('x')",
  "SELECT sqlite_log(1, 'x')",
  "SELECT sqlite_compileoption_get(1)",
  "SELECT * FROM sqlite_master",
  "SELECT count(*) FROM sqlite_schema",
  "SELECT * FROM sqlite_temp_master",
  "SELECT * FROM pragma_database_list",
  "SELECT count(*) FROM pragma_function_list",
  "SELECT * FROM pragma_hard_heap_limit(0)",
  "SELECT * FROM dbstat",
  "SELECT * FROM sqlite_dbpage",
  "SELECT * FROM sqlite_stmt",
  "SELECT * FROM bytecode('SELECT 1')",
  "SELECT * FROM users WHERE uid IN (SELECT rootpage FROM sqlite_master)",
  "SELECT (SELECT sql FROM sqlite_master)",
  "SELECT * FROM users JOIN pragma_table_list",
])("refuses: %s", async (sql) => {
  const [result] = await runner.run([statement(sql)]);
  expect(result!.error).not.toBeNull();
  expect(result!.rows).toEqual([]);
});

const bombs = [
  "SELECT randomblob(1000000000)",
  "SELECT zeroblob(2000000000)",
  "SELECT printf('%.*c', 1000000000, 'x')",
  "SELECT hex(zeroblob(1000000))",
  "SELECT replace(printf('%.*c', 100000, 'x'), 'x', printf('%.*c', 100000, 'y'))",
  `${forever} SELECT group_concat(x) FROM c`,
  `${forever} SELECT json_group_array(x) FROM c`,
  `${forever} SELECT randomblob(500000) AS r FROM c ORDER BY r`,
  `${forever} SELECT x FROM c WHERE x < 0`,
  "WITH RECURSIVE c(x) AS (SELECT zeroblob(900000) UNION ALL SELECT randomblob(900000) FROM c) SELECT count(*) FROM c",
  "SELECT count(*) FROM users a, users b, users c, users d, users e, users f, users g, users h, users i, users j, users k, users l, users m, users n, users o, users p",
  `SELECT ${"(".repeat(5_000)}1${")".repeat(5_000)}`,
  `SELECT ${Array(2_000).fill("1").join("+")}`,
  `SELECT 1 ${"UNION ALL SELECT 1 ".repeat(2_000)}`,
  `SELECT '${"x".repeat(300_000)}'`,
  `SELECT 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' LIKE '${"%a".repeat(600)}b'`,
  "SELECT regex_match('x', '(', 0)",
  `SELECT regex_match('x', '${"a".repeat(1_001)}', 0)`,
];

test.each(bombs.map((sql) => [sql.slice(0, 80), sql] as const))(
  "a resource bomb fails: %s",
  { timeout: 15_000 },
  async (_name, sql) => {
    const [bomb, after] = await runner.run([
      statement(sql, { timeout_ms: 1_000 }),
      statement("SELECT count(*) FROM users"),
    ]);
    expect(bomb!.error).not.toBeNull();
    expect(after!.rows).toEqual([[3]]);
  },
);

test("a flood of large rows is truncated, not buffered", async () => {
  const sql = `${forever} SELECT DISTINCT randomblob(500000) FROM c`;
  const [flood] = await runner.run([statement(sql)]);
  expect(flood!.truncated).toBe(true);
  expect(flood!.rows.length).toBeLessThan(40);
});

test("an endlessly backtracking pattern is matched in linear time", async () => {
  const started = performance.now();
  const [result] = await runner.run([
    statement(`SELECT regex_match('${"a".repeat(60)}!', '^(a+)+$', 0)`),
  ]);
  expect(result!.rows).toEqual([[null]]);
  expect(performance.now() - started).toBeLessThan(500);
});

test("hostile text in rows is returned unchanged", async () => {
  const text = "\u001b[31m\0'; DROP TABLE users; -- \ud83d\ude00";
  const [result] = await runner.run([statement("SELECT username FROM users")], {
    rows: { users: [{ username: text }] },
  });
  expect(result!.rows).toEqual([[text]]);
});

test("table-valued JSON functions and plain statements pass", async () => {
  const results = await runner.run([
    statement("SELECT value FROM json_each('[1,2]')"),
    statement("/* a */ SELECT ';', \"double quoted\" -- end;\n ; "),
    statement("WITH a AS (SELECT 1 AS x) SELECT count(*) FROM a"),
    statement(
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c LIMIT 3) SELECT x FROM c",
    ),
    statement("SELECT rowid FROM users LIMIT 1"),
  ]);
  expect(results.map(({ error }) => error)).toEqual(Array(5).fill(null));
  expect(results.map(({ rows }) => rows)).toEqual([
    [[1], [2]],
    [[";", "double quoted"]],
    [[1]],
    [[1], [2], [3]],
    [[0]],
  ]);
});
