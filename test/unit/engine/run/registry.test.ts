import { afterAll, expect, test } from "vitest";
import { createSqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import { osqueryColumns } from "../../../../src/tables/osquery/osquery-columns.ts";
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
    const osquery = osqueryColumns(name)?.filter(({ hidden }) => !hidden);
    const isShown = (column: string) => osquery?.some((one) => one.name === column) ?? true;
    expect(result!.columns).toEqual(Object.keys(table.columns).filter(isShown));
  },
);

test.each(tables.map((table) => [table.name, table] as const))(
  "every column of %s can be read by its name",
  async (name, table) => {
    for (const column of [
      ...Object.keys(table.columns),
      ...(osqueryColumns(name) ?? []).map((one) => one.name),
    ]) {
      const [result] = await runner.run([statement(`SELECT ${name}."${column}" FROM ${name}`)], {
        rows: {},
      });
      expect(result!.error).toBeNull();
    }
  },
);

/** The firmware's place in memory; hops, which Linux doesn't count; a table that osquery has on Windows only. */
const known = [
  /^platform_info\.(?:address|size|volume_size)$/,
  /^routes\.hopcount$/,
  /^shared_resources\./,
];

test("tables come with every column that osquery shows on their platform", () => {
  const missing = tables.flatMap((table) =>
    (osqueryColumns(table.name) ?? [])
      .filter(({ hidden, platforms }) => !hidden && (platforms?.includes("linux") ?? true))
      .filter(({ name }) => !Object.hasOwn(table.columns, name))
      .map(({ name }) => `${table.name}.${name}`),
  );
  expect(missing.filter((name) => !known.some((one) => one.test(name)))).toEqual([]);
});

test("no two tables share a name", () => {
  expect(new Set(tables.map(({ name }) => name.toLowerCase())).size).toBe(tables.length);
});
