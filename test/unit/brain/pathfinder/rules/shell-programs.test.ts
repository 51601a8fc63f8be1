import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { createSqlRunner } from "../../../../../src/engine/run/sql-runner.ts";
import { openHost } from "../../../../../src/tables/host/local.ts";

const runner = await createSqlRunner({ host: openHost(), tables: [] });
afterAll(() => runner.close());

async function rowsOf(sql: string) {
  const statement = { id: "programs", sql, max_rows: 1000, timeout_ms: 5000 };
  const [result] = await runner.run([statement], { rows: {} });
  return result!.rows;
}

const shared = await rowsOf(readFileSync("data/edges/with/shell_programs.sql", "utf8"));

test("arguments are listed for programs that start nothing else without them", async () => {
  const fixed = await rowsOf(readFileSync("data/edges/with/shell_arguments.sql", "utf8"));
  const always = new Set(shared.filter(([, starts]) => starts === "itself").map(([name]) => name));
  expect(fixed.filter(([name]) => always.has(name!))).toEqual([]);
  expect(fixed.length).toBeGreaterThan(25);
});

test("a program is listed once, and never beside its own name with a version", () => {
  const names = shared.map(([name]) => String(name));
  expect(new Set(names).size).toBe(names.length);
  const versions = names.filter((name) => /\D[0-9.]+$/.test(name));
  expect(versions.filter((name) => names.includes(name.replace(/[0-9.]+$/, "")))).toEqual([]);
});
