import { afterAll, expect, onTestFinished, test } from "vitest";
import { createSqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import { TableUnavailable } from "../../../../src/tables/host/gap.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import type { CollectedTable, Table } from "../../../../src/tables/model/table.ts";
import { collected, fileTable, standardTables, statement } from "../fake-tables.ts";

const host = openHost({ platform: "linux", recorded: {} });
const scans: string[] = [];
let collections = 0;
const counted: CollectedTable = {
  ...collected("counted", { n: "BIGINT" }),
  collect: () => {
    collections += 1;
    return { rows: [{ n: 1 }], gaps: [{ reason: "denied", detail: "a part: permission denied" }] };
  },
};
const uninstalled: CollectedTable = {
  ...collected("rpm_packages", { name: "TEXT", version: "TEXT" }),
  collect: () => {
    throw new TableUnavailable("table_missing", "rpm is not installed");
  },
};
const slow: CollectedTable = {
  ...collected("slow", { n: "BIGINT" }),
  collect: () => new Promise(() => {}),
};
const buggy: CollectedTable = {
  ...collected("buggy", { n: "BIGINT" }),
  collect: () => {
    throw new Error("a secret of the implementation");
  },
};
const foreign: CollectedTable = { ...collected("registry", { key: "TEXT" }), platforms: ["win32"] };
const big = collected(
  "big",
  { n: "BIGINT", text: "TEXT" },
  Array.from({ length: 20_000 }, (_, n) => ({ n, text: "x".repeat(2_000) })),
);
const wide = collected("wide", { id: "BIGINT", ino: "BIGINT", name: "TEXT", flag: "INTEGER" }, [
  { id: 9007199254740993n, ino: "18446744073709551615", name: 5, flag: "" },
]);
const tables = [
  ...standardTables,
  fileTable(scans),
  uninstalled,
  counted,
  slow,
  buggy,
  foreign,
  big,
  wide,
];
const runner = await createSqlRunner({ host, tables });
afterAll(() => runner.close());

const run = async (sql: string, limits: { max_rows?: number; timeout_ms?: number } = {}) =>
  (await runner.run([statement(sql, limits)]))[0]!;
const rowsOf = async (sql: string) => {
  const { rows, error } = await run(sql);
  expect(error).toBeNull();
  return rows;
};

test("SELECT * returns the declared columns in order, typed", async () => {
  const { columns, rows, row_count, truncated } = await run("SELECT * FROM processes;  -- all\n");
  expect(columns).toEqual(["pid", "uid", "name"]);
  expect(rows).toEqual([
    [1, 0, "init"],
    [77, 1000, "sh"],
    [78, 1000, "vim"],
  ]);
  expect(await rowsOf("SELECT started FROM processes")).toEqual([[0.5], [null], [null]]);
  expect({ row_count, truncated }).toEqual({ row_count: 3, truncated: false });
});

test("table and column names are case-insensitive", async () => {
  expect(await rowsOf("select USERNAME from Users where UID = 0")).toEqual([["root"]]);
});

test("integers beyond 2^53 are returned as strings, text stays text, an empty number is NULL", async () => {
  expect(await rowsOf("SELECT id, name, flag, typeof(ino) FROM wide")).toEqual([
    ["9007199254740993", "5", null, "real"],
  ]);
});

test("a lookup compares as SQLite does: affinity and NOCASE included", async () => {
  expect(await rowsOf("SELECT pid FROM processes WHERE pid = '77'")).toEqual([[77]]);
  expect(await rowsOf("SELECT uid FROM users WHERE username = 'ada'")).toEqual([]);
  expect(await rowsOf("SELECT uid FROM users WHERE username = 'ada' COLLATE NOCASE")).toEqual([
    [1000],
  ]);
  expect(await rowsOf("SELECT uid FROM users WHERE uid IN (0, 1001, NULL) ORDER BY 1")).toEqual([
    [0],
    [1001],
  ]);
});

test("tables support joins, groups, subqueries and windows", async () => {
  expect(
    await rowsOf(
      "WITH p AS (SELECT uid, count(*) AS n FROM processes GROUP BY uid) SELECT username, n FROM users LEFT JOIN p USING (uid) ORDER BY uid",
    ),
  ).toEqual([
    ["root", 1],
    ["Ada", 2],
    ["grace", null],
  ]);
  expect(
    await rowsOf("SELECT pid, row_number() OVER (ORDER BY pid DESC) FROM processes WHERE uid > 5"),
  ).toEqual([
    [78, 1],
    [77, 2],
  ]);
});

test("a push-down table gets the constraints that it searches by", async () => {
  scans.length = 0;
  expect(await rowsOf("SELECT path FROM file WHERE path IN ('/a', '/b') AND size < 5")).toEqual([
    ["/a"],
    ["/b"],
  ]);
  expect(scans).toEqual(["path = /a", "path = /b"]);
});

test("a push-down table gets its constraint from a join in either order", async () => {
  const paths = [["/home/ada/a"], ["/home/ada/b"]];
  const where = "WHERE users.username = 'Ada'";
  expect(
    await rowsOf(`SELECT path FROM file JOIN users ON file.directory = users.directory ${where}`),
  ).toEqual(paths);
  expect(await rowsOf(`SELECT path FROM users, file USING (directory) ${where}`)).toEqual(paths);
});

test("a push-down table supports LIKE, GLOB and OR", async () => {
  scans.length = 0;
  expect(await rowsOf("SELECT path FROM file WHERE path = '/x' OR directory LIKE '/y'")).toEqual([
    ["/x"],
    ["/y/a"],
    ["/y/b"],
  ]);
  // SQLite derives the range from the pattern.
  await rowsOf("SELECT path FROM file WHERE directory GLOB '/z*'");
  expect(scans).toEqual([
    "path = /x",
    "directory LIKE /y",
    "directory >= /z, directory < /{, directory GLOB /z*",
  ]);
});

test("an OR with a list beside a pattern is searched even if another table joins on an unsearched column", async () => {
  const sql =
    "SELECT f.path FROM file f LEFT JOIN users u ON f.size = u.uid WHERE f.path IN ('/a', '/c') OR f.directory LIKE '/y' ORDER BY 1";
  expect(await rowsOf(sql)).toEqual([["/a"], ["/c"], ["/y/a"], ["/y/b"]]);
});

test("a row found by two branches of an OR is returned once, and none is lost", async () => {
  expect(
    await rowsOf(
      "SELECT pid FROM processes WHERE uid = 1000 OR name = 'init' OR pid = 78 ORDER BY 1",
    ),
  ).toEqual([[1], [77], [78]]);
  expect(
    await rowsOf(
      "SELECT path FROM file WHERE directory = '/y' OR directory LIKE '/y' OR path = '/y/a'",
    ),
  ).toEqual([["/y/a"], ["/y/b"], ["/y/a"]]);
});

test("a push-down table without its constraint is refused, with the columns it needs", async () => {
  for (const sql of [
    "SELECT * FROM file",
    "SELECT * FROM file WHERE size > 5",
    "SELECT * FROM file WHERE path = '/a' OR size > 5",
  ]) {
    const { error } = await run(sql);
    expect(error).toEqual({
      reason: "error",
      message: "file must be constrained: WHERE path or directory with =, IN or LIKE",
    });
  }
});

test("a scan's gaps are returned with its rows", async () => {
  const { rows, gaps, error } = await run("SELECT path FROM file WHERE path IN ('/denied', '/a')");
  expect(rows).toEqual([["/a"]]);
  expect(error).toBeNull();
  expect(gaps).toEqual([{ table: "file", reason: "denied", detail: "/denied: permission denied" }]);
});

/** How many gaps a statement over tables has. */
function gapCounter(tables: Table[]): (sql: string) => Promise<number> {
  const opened = createSqlRunner({ host, tables });
  onTestFinished(async () => (await opened).close());
  return async (sql) => {
    const [result] = await (await opened).run([statement(sql)]);
    expect(result!.error).toBeNull();
    return result!.gaps.length;
  };
}

test("a gap in some rows is reported only to statements that look for them", async () => {
  const controls: CollectedTable = {
    ...collected("controls", { name: "TEXT", value: "TEXT" }),
    collect: () => ({
      rows: [
        { name: "a", value: "1" },
        { name: "b", value: "2" },
      ],
      gaps: [{ reason: "denied", detail: "c: denied", rows: { column: "name", values: ["c"] } }],
    }),
  };
  const gapsOf = gapCounter([controls]);
  expect(await gapsOf("SELECT * FROM controls WHERE name = 'a'")).toBe(0);
  expect(await gapsOf("SELECT * FROM controls WHERE name IN ('a', 'b')")).toBe(0);
  expect(
    await gapsOf(
      "SELECT x.value FROM controls x JOIN controls y ON y.name = x.value WHERE x.name = 'a'",
    ),
  ).toBe(0);
  expect(await gapsOf("SELECT * FROM controls WHERE name IN ('a', 'C') COLLATE NOCASE")).toBe(1);
  expect(await gapsOf("SELECT * FROM controls WHERE name = 'c'")).toBe(1);
  expect(await gapsOf("SELECT * FROM controls WHERE value = '1'")).toBe(1);
  expect(await gapsOf("SELECT * FROM controls WHERE name LIKE 'a%'")).toBe(1);
  expect(await gapsOf("SELECT count(*) FROM controls")).toBe(1);
});

test("several equalities and lists of values give the rows that all of them allow", async () => {
  const { rows } = await run(
    "SELECT name FROM processes WHERE uid IN (0, 1000) AND pid IN (77, 78, 1) AND name = 'sh'",
  );
  expect(rows).toEqual([["sh"]]);
});

test("a gap in some columns is reported only to statements that read them", async () => {
  const halfSeen: Table = {
    ...collected("half_seen", { name: "TEXT", path: "TEXT" }),
    collect: () => ({
      rows: [{ name: "sh", path: null }],
      gaps: [{ reason: "denied", detail: "programs: permission denied", columns: ["path"] }],
    }),
  };
  const gapsOf = gapCounter([halfSeen]);
  expect(await gapsOf("SELECT name FROM half_seen")).toBe(0);
  expect(await gapsOf("SELECT count(*) FROM half_seen")).toBe(0);
  expect(await gapsOf("SELECT name FROM half_seen WHERE PATH IS NULL")).toBe(1);
  expect(await gapsOf("SELECT a.name FROM (SELECT * FROM half_seen) a ORDER BY a.path")).toBe(1);
  expect(await gapsOf("SELECT * FROM half_seen")).toBe(1);
});

test("one collection serves every statement of a run, with its gaps", async () => {
  collections = 0;
  const results = await runner.run([
    statement("SELECT n FROM counted"),
    statement("SELECT count(*) FROM counted c, counted d"),
    statement("SELECT 1"),
  ]);
  expect(collections).toBe(1);
  const gap = { table: "counted", reason: "denied", detail: "a part: permission denied" };
  expect(results.map(({ gaps }) => gaps)).toEqual([[gap], [gap], []]);
});

test("an unreadable table is an error, never an empty result", async () => {
  const message = "/etc/shadow: permission denied";
  const { error, gaps, rows } = await run(
    "SELECT u.uid FROM users u LEFT JOIN shadow USING (username)",
  );
  expect(rows).toEqual([]);
  expect(error).toEqual({ reason: "denied", message: `shadow: ${message}` });
  expect(gaps).toEqual([{ table: "shadow", reason: "denied", detail: message }]);
});

test("a table whose source the host lacks is empty, with a gap", async () => {
  const { error, gaps, rows } = await run(
    "SELECT username FROM users WHERE uid = 0 UNION SELECT name FROM rpm_packages",
  );
  expect(error).toBeNull();
  expect(rows).toEqual([["root"]]);
  expect(gaps).toEqual([
    {
      table: "rpm_packages",
      reason: "table_missing",
      detail: "rpm is not installed",
      absent: true,
    },
  ]);
});

test("unknown tables and tables of another platform are missing", async () => {
  expect((await run("SELECT * FROM nope")).error).toEqual({
    reason: "table_missing",
    message: "no such table: nope",
  });
  expect((await run("SELECT * FROM registry")).error?.reason).toBe("table_missing");
});

test("a collector's bug is an error without its message", async () => {
  expect((await run("SELECT * FROM buggy")).error).toEqual({
    reason: "error",
    message: "buggy: buggy could not be collected",
  });
});

test("an endless collection times out", async () => {
  expect((await run("SELECT * FROM slow", { timeout_ms: 50 })).error?.reason).toBe("timed_out");
});

test("a denied table is not collected, whatever the case of its name", async () => {
  collections = 0;
  const [result] = await runner.run([statement("SELECT * FROM counted")], {
    deniedTables: ["COUNTED"],
  });
  expect(result!.error?.reason).toBe("policy");
  expect(collections).toBe(0);
});

test("a push-down table can be denied too", async () => {
  scans.length = 0;
  const [result] = await runner.run([statement("SELECT * FROM file WHERE path = '/a'")], {
    deniedTables: ["file"],
  });
  expect(result!.error?.reason).toBe("policy");
  expect(scans).toEqual([]);
});

test("rows are limited to max_rows", async () => {
  const { rows, row_count, truncated } = await run("SELECT uid FROM users", { max_rows: 2 });
  expect({ rows: rows.length, row_count, truncated }).toEqual({
    rows: 2,
    row_count: 2,
    truncated: true,
  });
  expect((await run("SELECT uid FROM users", { max_rows: 3 })).truncated).toBe(false);
});

test("a result is limited in size", async () => {
  const { rows, truncated } = await run("SELECT text FROM big", { max_rows: 100_000 });
  expect(truncated).toBe(true);
  expect(rows.length).toBeGreaterThan(7_000);
  expect(rows.length).toBeLessThan(9_000);
});

test("an error thrown during a scan becomes the statement's error", async () => {
  const throwing = {
    ...fileTable(),
    // biome-ignore lint/correctness/useYield: it never comes to a row
    *scan() {
      throw new TableUnavailable("denied", "/proc: permission denied");
    },
  };
  const own = await createSqlRunner({ host, tables: [throwing] });
  const [result] = await own.run([statement("SELECT * FROM file WHERE path = '/'")]);
  expect(result!.error).toEqual({ reason: "denied", message: "/proc: permission denied" });
  own.close();
});

test("an endless statement times out and does not affect the others", async () => {
  const endless =
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c";
  const started = performance.now();
  const [first, second] = await runner.run([
    statement(endless, { timeout_ms: 100 }),
    statement("SELECT count(*) FROM users"),
  ]);
  expect(first!.error?.reason).toBe("timed_out");
  expect(performance.now() - started).toBeLessThan(1_500);
  expect(second!.rows).toEqual([[3]]);
});

test("an endless scan times out", async () => {
  const endless = {
    ...fileTable(),
    *scan() {
      for (;;) yield { path: "/elsewhere", directory: "/", size: 1 };
    },
  };
  const own = await createSqlRunner({ host, tables: [endless] });
  const [result] = await own.run([
    statement("SELECT * FROM file WHERE path = '/'", { timeout_ms: 100 }),
  ]);
  expect(result!.error?.reason).toBe("timed_out");
  own.close();
});

test("concurrent runs don't affect each other", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? run(`SELECT ${n}, count(*) FROM users`)
        : runner
            .run([statement(`SELECT ${n}, count(*) FROM users`)], { rows: {} })
            .then(([r]) => r!),
    ),
  );
  expect(answers.map(({ rows }) => rows[0])).toEqual(
    Array.from({ length: 20 }, (_, n) => [n, n % 2 === 0 ? 3 : 0]),
  );
});

test("tablesRead includes tables in subqueries and CTEs", () => {
  expect(
    runner.tablesRead(
      "WITH a AS (SELECT * FROM Users) SELECT * FROM a WHERE uid IN (SELECT uid FROM processes)",
    ),
  ).toEqual(["processes", "users"]);
  expect(runner.tablesRead("SELECT 1")).toEqual([]);
  expect(runner.tablesRead("SELECT * FROM nope")).toBeNull();
});

test("the listing has each table's columns, required columns and availability", () => {
  const listing = runner.tables();
  expect(listing.find(({ name }) => name === "file")).toEqual({
    name: "file",
    description: "Test files.",
    platforms: ["linux"],
    columns: [
      { name: "path", type: "TEXT" },
      { name: "directory", type: "TEXT" },
      { name: "size", type: "BIGINT" },
    ],
    required: ["path", "directory"],
    here: true,
  });
  expect(listing.find(({ name }) => name === "registry")?.here).toBe(false);
});
