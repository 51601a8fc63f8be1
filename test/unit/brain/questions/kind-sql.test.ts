import { afterAll, beforeAll, expect, test } from "vitest";
import type { Filter, FilterValue, Kind } from "../../../../src/brain/questions/model/types.ts";
import { compose } from "../../../../src/brain/questions/sql/compose.ts";
import type { Request } from "../../../../src/brain/questions/sql/scope.ts";
import { filterOps } from "../../../../src/contract/reading.ts";
import { createSqlRunner, type SqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import { tables } from "../../../../src/tables/registry.ts";
import { context, lexicon } from "./reader-under-test.ts";

const registered = new Set(tables.map(({ name }) => name));
const tableOf = (from: string) => from.split(" ")[0] ?? "";

/** The kinds of which every source is a table of the registry, cut down to those sources. */
const answerable = lexicon.kinds
  .map((kind) => ({
    ...kind,
    sources: kind.sources.filter(({ from }) => registered.has(tableOf(from))),
  }))
  .filter(({ sources }) => sources.length > 0);

let runner: SqlRunner;
beforeAll(async () => {
  runner = await createSqlRunner({ tables });
});
afterAll(() => runner.close());

const request = (kind: Kind, more: Partial<Request>): Request => ({
  kind,
  filters: [],
  aggregate: { type: "none", fields: [] },
  absent: null,
  window: null,
  now: context.now,
  ...more,
});

const valueFor = (op: string): FilterValue =>
  op.endsWith("in_cidr") ? "10.0.0.0/8" : op === "in" || op === "not_in" ? ["a'b", 7] : "it's 5%";

/** The statements that the engine can't prepare. */
const refused = (statements: Request[]) =>
  statements.flatMap((one) => compose(one).sql).filter((sql) => runner.tablesRead(sql) === null);

test.each(answerable)("$id can be filtered by each of its fields, with each operator", (kind) => {
  const filters: Filter[] = Object.keys(kind.fields).flatMap((field) =>
    filterOps.map((op) => ({ field, op, value: valueFor(op) })),
  );
  expect(refused(filters.map((filter) => request(kind, { filters: [filter] })))).toEqual([]);
});

/** The columns of a statement, by their names. */
const columnsOf = (sql: string) =>
  [...(sql.split(" FROM ")[0] ?? "").matchAll(/ AS "(\w+)"/g)].map(([, name]) => name ?? "");

/** The statements over all hosts' rows that fail. */
async function failing(statements: Request[]): Promise<string[]> {
  const failed: string[] = [];
  for (const statement of statements) {
    const { sql, merge } = compose(statement);
    if (merge === null) continue;
    const columns = ["host", ...columnsOf(sql[0] ?? "")];
    const [result] = await runner.run(
      [{ id: "merge", sql: merge, max_rows: 1, timeout_ms: 1000 }],
      { mergedTable: { name: "rows", columns, rows: [] } },
    );
    if (result?.error) failed.push(`${merge}: ${result.error.message}`);
  }
  return failed;
}

const functions = ["count", "sum", "avg", "min", "max", "distinct", "compare"] as const;

test.each(answerable)(
  "$id can be reduced and ranked by whatever a question names",
  async (kind) => {
    const some = [undefined, "host", "count", Object.keys(kind.fields)[0] ?? ""];
    const asked = some.flatMap((of): Partial<Request>[] => [
      ...some.flatMap((key) =>
        functions.map((fn) => ({
          aggregate: {
            type: "group_by" as const,
            fields: key === undefined ? [] : [key],
            fn,
            ...(of === undefined ? {} : { of }),
          },
        })),
      ),
      { aggregate: { type: "top_n", fields: of === undefined ? [] : [of], n: 3, order: "desc" } },
    ]);
    const statements = asked.map((more) => request(kind, more));
    expect(refused(statements)).toEqual([]);
    expect(await failing(statements)).toEqual([]);
  },
);

test.each(answerable)("$id can be counted, ranked, grouped, compared and missed", (kind) => {
  const fields = Object.keys(kind.fields).slice(0, 2);
  const of = fields[0] ?? "";
  const asked: Partial<Request>[] = [
    { aggregate: { type: "count", fields: [] } },
    { aggregate: { type: "exists", fields: [] } },
    { aggregate: { type: "top_n", fields: [of], n: 3, order: "asc" } },
    { aggregate: { type: "top_n", fields: ["count"], n: 3, order: "desc" } },
    { aggregate: { type: "group_by", fields, fn: "count" } },
    { aggregate: { type: "group_by", fields: ["host"], fn: "distinct", of } },
    { aggregate: { type: "group_by", fields: [of], fn: "compare" } },
    { absent: "host" },
    { absent: "user" },
    { window: "7d" },
    { window: ">30d" },
    { window: "since:boot" },
    { window: "yesterday 09:00/12:00" },
  ];
  expect(refused(asked.map((more) => request(kind, more)))).toEqual([]);
});

test("nearly every kind of the vocabulary has a table behind it", () => {
  expect(answerable.length).toBeGreaterThan(lexicon.kinds.length * 0.75);
});
