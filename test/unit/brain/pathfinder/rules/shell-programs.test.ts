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

/** The names that a detection's statement lists before its rules. */
function namesIn(detection: string): string[] {
  const text = readFileSync(`data/detections/${detection}.yaml`, "utf8");
  const lists = text.slice(
    text.indexOf("WITH interactive"),
    text.indexOf("program AS MATERIALIZED"),
  );
  return [...lists.matchAll(/\('([^']+)'\)/g)].map(([, name]) => name!);
}

test.each(["nopasswd_sudo", "sudo_shell_escape"])(
  "every program of %s makes an edge too",
  (detection) => {
    const known = new Set(shared.map(([name]) => name));
    const listed = namesIn(detection);
    expect(listed.length).toBeGreaterThan(100);
    const withoutVersion = (name: string) => name.replace(/[0-9.]+$/, "");
    expect(listed.filter((name) => !known.has(name) && !known.has(withoutVersion(name)))).toEqual(
      [],
    );
  },
);

test("a program is listed once, and never beside its own name with a version", () => {
  const names = shared.map(([name]) => String(name));
  expect(new Set(names).size).toBe(names.length);
  const versions = names.filter((name) => /\D[0-9.]+$/.test(name));
  expect(versions.filter((name) => names.includes(name.replace(/[0-9.]+$/, "")))).toEqual([]);
});
