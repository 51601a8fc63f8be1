import { afterAll, expect, test } from "vitest";
import { createSqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import { tables } from "../../../../src/tables/registry.ts";
import { statement } from "../fake-tables.ts";

const runner = await createSqlRunner({ host: openHost({ recorded: {} }), tables });
afterAll(() => runner.close());

test.each(tables.map((table) => [table.name, table] as const))(
  "%s can be read by SQL, and its columns are the declared ones",
  async (name, table) => {
    const where = "required" in table ? `WHERE ${table.required[0]} = 'x'` : "";
    expect(runner.tablesRead(`SELECT * FROM ${name} ${where} LIMIT 1`)).toEqual([name]);
    const [result] = await runner.run([statement(`SELECT * FROM ${name} LIMIT 1`)], { rows: {} });
    expect(result!.error).toBeNull();
    expect(result!.columns).toEqual(Object.keys(table.columns));
  },
);

test("no two tables share a name", () => {
  expect(new Set(tables.map(({ name }) => name.toLowerCase())).size).toBe(tables.length);
});
