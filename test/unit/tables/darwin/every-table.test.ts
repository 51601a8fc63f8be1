import { expect, test } from "vitest";
import { openHost } from "../../../../src/tables/host/local.ts";
import type { CollectedTable, ColumnType, Value } from "../../../../src/tables/model/table.ts";
import { tables } from "../../../../src/tables/registry.ts";
import { recordedMac } from "./recorded-mac.ts";

const collected = tables.filter(
  (table): table is CollectedTable => "collect" in table && table.platforms.includes("darwin"),
);
/** The clock needs neither tool nor file. */
const answeredByTools = collected.filter(({ name }) => name !== "time");
const machines = (["12", "15"] as const).flatMap((version) =>
  [true, false].map((root) => ({ version, root })),
);
const cases = collected.flatMap((table) =>
  machines.map(
    ({ version, root }) => [table.name, version, root ? "root" : "a user", table] as const,
  ),
);

test.each(cases)(
  "%s of macOS %s, asked by %s, has declared columns of their types",
  async (_name, version, who, table) => {
    const host = recordedMac(version, { root: who === "root" });
    const { rows, gaps } = await table.collect(host);
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        expect(table.columns, `${table.name}.${column}`).toHaveProperty(column);
        expect(fits(value, table.columns[column]!), `${table.name}.${column}: ${value}`).toBe(true);
      }
    for (const gap of gaps)
      for (const column of gap.columns ?? []) expect(table.columns).toHaveProperty(column);
  },
);

test.each(answeredByTools.map((table) => [table.name, table] as const))(
  "%s of a Mac without a single tool or file is unavailable, a gap or plainly empty",
  async (_name, table) => {
    const host = openHost({ root: "/nonexistent", platform: "darwin", recorded: {} });
    const outcome = await Promise.resolve()
      .then(() => table.collect(host))
      .catch((error) => error);
    if ("rows" in outcome)
      expect([table.name, outcome.rows, mayBeAbsent.has(table.name)]).toEqual([
        table.name,
        [],
        true,
      ]);
    else expect(outcome).toMatchObject({ name: "TableUnavailable", reason: "table_missing" });
  },
);

/** What a healthy Mac may lack altogether. */
const mayBeAbsent = new Set([
  "crontab",
  "etc_hosts",
  "etc_protocols",
  "etc_services",
  "homebrew_packages",
]);

function fits(value: Value | undefined, type: ColumnType): boolean {
  if (value === null || value === undefined) return true;
  if (type === "TEXT") return typeof value === "string";
  if (type === "DOUBLE") return typeof value === "number" && Number.isFinite(value);
  return typeof value === "bigint" || Number.isSafeInteger(value);
}
