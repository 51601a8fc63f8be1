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
