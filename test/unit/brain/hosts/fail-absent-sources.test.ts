import { expect, test } from "vitest";
import { failAbsentSources } from "../../../../src/brain/hosts/fail-absent-sources.ts";
import type { StatementResult } from "../../../../src/contract/plan.ts";

const gap = {
  table: "rpm_packages",
  reason: "table_missing",
  detail: "rpm is not installed",
} as const;
const result = (id: string, absent?: true): StatementResult => ({
  id,
  columns: ["n"],
  rows: [[1]],
  row_count: 1,
  truncated: false,
  gaps: [absent ? { ...gap, absent } : gap],
  error: null,
  duration_ms: 1,
});
const statement = (id: string, sql: string) => ({ id, sql, max_rows: 10, timeout_ms: 1000 });
const evaluator = {
  tablesRead: async (sql: string) =>
    ["deb_packages", "rpm_packages"].filter((name) => sql.includes(name)),
};
const both = "SELECT name FROM deb_packages UNION SELECT name FROM rpm_packages";
const error = { reason: "table_missing", message: "rpm_packages: rpm is not installed" };

async function outcome(id: string, sql: string, absent?: true) {
  const statements = [statement(id, sql)];
  const [one] = await failAbsentSources([result(id, absent)], { statements, evaluator });
  return { rows: one!.rows, error: one!.error };
}

test("facts need one of their sources", async () => {
  expect(await outcome("facts/0/0", both, true)).toEqual({ rows: [[1]], error: null });
  expect(await outcome("facts/0/0", "SELECT count(*) FROM rpm_packages", true)).toEqual({
    rows: [],
    error,
  });
});

test("a list of installed packages needs one of its sources", async () => {
  expect(await outcome("vulnerable_package/installed", both, true)).toEqual({
    rows: [[1]],
    error: null,
  });
});

test("a check needs all of its sources", async () => {
  expect(await outcome("old_package/evidence", both, true)).toEqual({ rows: [], error });
});

test("a table that was read in part is no absent source", async () => {
  expect(await outcome("old_package/evidence", both)).toEqual({ rows: [[1]], error: null });
});
