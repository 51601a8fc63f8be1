import fc from "fast-check";
import { expect, test } from "vitest";
import { checkOneSelect } from "../../../src/core/check-one-select.ts";

test.each([
  "SELECT 1",
  "select 1;",
  "\n-- a comment\nSELECT 1 -- another",
  "/* ; */ SELECT ';' ;;",
  'SELECT "a;b", [c;d], `e;f` FROM t',
  "SELECT 'it''s; fine'",
  "WITH a AS (SELECT 1), b AS (SELECT 2) SELECT * FROM a, b",
  "WITH RECURSIVE a(x) AS (SELECT 1) SELECT replace(x, 'a', 'b') FROM a",
  "WITH a AS (SELECT replace('a', 'b', 'c')) SELECT * FROM a",
])("takes: %s", (sql) => {
  expect(checkOneSelect(sql)).toEqual({ ok: true });
});

test.each([
  "",
  " ; ",
  "SELECT 1; SELECT 2",
  "SELECT 1; -- x\n DROP TABLE t",
  "INSERT INTO t VALUES (1)",
  "WITH a AS (SELECT 1) DELETE FROM t",
  "WITH a AS (SELECT 1) REPLACE INTO t SELECT 1",
  "WITH a AS (SELECT 1)",
  "SELECTED",
  "SELECT 'open",
  "SELECT /* open",
  "(SELECT 1)",
])("refuses: %s", (sql) => {
  expect(checkOneSelect(sql).ok).toBe(false);
});

test("any text gets an answer", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (sql) => {
      expect(typeof checkOneSelect(sql).ok).toBe("boolean");
    }),
  );
});
