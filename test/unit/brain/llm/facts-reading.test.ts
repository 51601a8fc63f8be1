import { afterAll, beforeAll, expect, test } from "vitest";
import { factsReading } from "../../../../src/brain/llm/facts-reading.ts";
import type { ModelAggregate } from "../../../../src/brain/llm/model-answer.ts";
import type { Kind } from "../../../../src/brain/questions/model/types.ts";
import type { Reading } from "../../../../src/contract/reading.ts";
import { createSqlRunner, type SqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import { tables } from "../../../../src/tables/registry.ts";
import { context, lexicon } from "../questions/reader-under-test.ts";

let runner: SqlRunner;
beforeAll(async () => {
  runner = await createSqlRunner({ tables });
});
afterAll(() => runner.close());

const place = { hosts: [], tags: {} };
const statement = (sql: string) => ({ id: "", sql, max_rows: 10, timeout_ms: 5_000 });

const reducers = ["sum", "avg", "min", "max", "distinct"] as const;

/** One aggregate of each type, over each field. */
function aggregatesOf({ fields }: Kind): ModelAggregate[] {
  const names = Object.keys(fields);
  return [
    { type: "count" },
    { type: "exists" },
    ...names.flatMap((field): ModelAggregate[] => [
      { type: "top_n", fields: [field], n: 3 },
      { type: "group_by", fields: ["host", field], order: "asc", n: 5 },
      ...reducers.map((fn) => ({ type: "group_by" as const, fields: ["host"], fn, of: field })),
    ]),
  ];
}

function readingOf(kind: Kind, aggregate: ModelAggregate): Reading[] {
  const answer = { type: "facts", kind: kind.id, aggregate } as const;
  const outcome = factsReading(answer, kind, { place, now: context.now });
  return outcome.ok ? [outcome.reading] : [];
}

/** What goes wrong with a reading's SQL on hosts without rows, and over their rows. */
async function errorsOf({ sql, merge_sql }: Reading): Promise<string[]> {
  const results = await runner.run(sql.map(statement), { rows: {} });
  const [first] = results.filter(({ error }) => !error);
  const errors = results.flatMap(({ error }) => (error ? [error.message] : []));
  if (merge_sql === null || !first) return errors;
  const columns = ["host", ...first.columns];
  const [merged] = await runner.run([statement(merge_sql)], {
    mergedTable: { name: "rows", columns, rows: [] },
  });
  return merged?.error ? [...errors, `${merge_sql}: ${merged.error.message}`] : errors;
}

test("the SQL of every aggregate that is accepted runs, on hosts and over their rows", async () => {
  const registered = new Set(tables.map(({ name }) => name));
  let checked = 0;
  for (const kind of lexicon.kinds) {
    const sources = kind.sources.filter(({ from }) => registered.has(from.split(" ")[0] ?? ""));
    if (sources.length === 0) continue;
    for (const aggregate of aggregatesOf(kind)) {
      for (const reading of readingOf({ ...kind, sources }, aggregate)) {
        const errors = await errorsOf(reading);
        expect({ kind: kind.id, aggregate, errors }).toEqual({
          kind: kind.id,
          aggregate,
          errors: [],
        });
        checked += 1;
      }
    }
  }
  expect(checked).toBeGreaterThan(1_000);
});

const kindNamed = (id: string) => lexicon.kinds.find((kind) => kind.id === id);

test.each([
  [{ field: "local_port", op: "eq", value: 22 }, true],
  [{ field: "local_port", op: "in", value: [22, 80] }, true],
  [{ field: "local_port", op: "in", value: [22, "ssh"] }, false],
  [{ field: "local_address", op: "in_cidr", value: "10.0.0.0/8" }, true],
  [{ field: "local_address", op: "in_cidr", value: "10.0.0.0/99" }, false],
  [{ field: "local_port", op: "contains", value: true }, false],
] as const)("a filter %j is accepted: %s", (filter, accepted) => {
  const kind = lexicon.kinds.find(
    ({ fields }) => fields.local_port?.type === "port" && fields.local_address?.type === "address",
  );
  const { field, op, value } = filter;
  const filters = [{ field, op, value: Array.isArray(value) ? [...value] : (value as string) }];
  const answer = { type: "facts" as const, kind: kind?.id ?? "", filters };
  expect(factsReading(answer, kind, { place, now: context.now }).ok).toBe(accepted);
});

test.each([
  ["7d", true],
  [">90d", true],
  ["since:2026-01-31", true],
  ["since:boot", true],
  ["+7d", false],
  ["99999d", false],
])("the time window %s of events is accepted: %s", (time_window, accepted) => {
  const answer = { type: "facts" as const, kind: "last", time_window };
  expect(factsReading(answer, kindNamed("last"), { place, now: context.now }).ok).toBe(accepted);
});
