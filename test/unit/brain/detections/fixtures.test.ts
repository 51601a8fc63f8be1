import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { PackageAdvisory } from "../../../../src/brain/advisories/advisory.ts";
import { evaluateHost, statementsFor } from "../../../../src/brain/detections/evaluate-host.ts";
import { parseDetections } from "../../../../src/brain/detections/load-detections.ts";
import type { DetectionDefinition } from "../../../../src/brain/detections/schema.ts";
import { createSqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import { tables } from "../../../../src/tables/registry.ts";
import { joinedResults } from "../../../helpers/joined-results.ts";
import { type PlantedFile, plantedIds, readPlanted } from "../../../planted/cases.ts";

interface Case {
  name: string;
  verdict: "fail" | "pass" | "unknown" | "not_applicable";
  /** How many rows of evidence a fail must have. */
  rows?: number;
  os?: string;
  tables?: Record<string, Record<string, unknown>[]>;
  denied?: string[];
  /** Of the operator; none by default. */
  advisories?: PackageAdvisory[];
  /** How old they are; new by default. */
  advisories_days?: number;
  /** The host is fine although the detection fires: a known false positive, counted in the calibration. */
  benign?: true;
}

const definitions = parseDetections("data/detections");
const casesOf = (id: string) =>
  parse(readFileSync(`test/fixtures/detections/${id}.yaml`, "utf8")) as Case[];
const isFor = ({ os = "linux" }: Case, wanted: string) => os === wanted;
const otherSystems = ({ platforms }: DetectionDefinition) =>
  Object.keys(platforms).filter((os) => os !== "linux");
const runner = await createSqlRunner({ host: openHost(), tables });
afterAll(() => runner.close());

describe.each(definitions)("$id", (definition) => {
  test.each(casesOf(definition.id))(
    "$name",
    async ({ verdict, rows, os = "linux", tables: given = {}, denied = [], ...one }) => {
      const statements = statementsFor(definition, os).map((statement) => ({
        ...statement,
        max_rows: 1000,
        timeout_ms: 5000,
      }));
      const results = await runner.run(statements, {
        rows: { ...given, ...Object.fromEntries(denied.map((table) => [table, null])) },
      });
      const joined = await joinedResults(definition, results, {
        os,
        advisories: one.advisories,
        days: one.advisories_days,
      });
      const judged = evaluateHost(definition, os, joined);
      expect(judged).toMatchObject({ type: verdict });
      if (rows !== undefined) expect(judged).toMatchObject({ evidence: { row_count: rows } });
    },
  );

  test("has cases that fail, pass and are unknown", () => {
    const verdicts = casesOf(definition.id).map(({ verdict }) => verdict);
    const count = (wanted: string) => verdicts.filter((verdict) => verdict === wanted).length;
    expect(
      [count("fail"), count("pass"), count("unknown")].map((n, i) => n >= [3, 3, 1][i]!),
    ).toEqual([true, true, true]);
  });

  test.each(otherSystems(definition))(
    "has two cases that fail and pass on %s, and one unknown",
    (os) => {
      const count = (wanted: string) =>
        casesOf(definition.id).filter((one) => isFor(one, os) && one.verdict === wanted).length;
      expect(count("fail")).toBeGreaterThanOrEqual(2);
      expect(count("pass")).toBeGreaterThanOrEqual(2);
      expect(count("unknown")).toBeGreaterThanOrEqual(1);
    },
  );

  test("identifies its findings by columns of its evidence", async () => {
    for (const os of Object.keys(definition.platforms)) {
      const failing = casesOf(definition.id).find(
        (one) => isFor(one, os) && one.verdict === "fail",
      );
      const results = await runner.run(
        statementsFor(definition, os).map((statement) => ({
          ...statement,
          max_rows: 10,
          timeout_ms: 5000,
        })),
        { rows: failing?.tables ?? {} },
      );
      expect(results.at(-1)?.columns).toEqual(expect.arrayContaining(definition.key));
    }
  });
});

/** Planted cases are measured against real tools; fixtures count where nothing can be planted. */
function countCases(id: string) {
  const fired = plantedIds().includes(id)
    ? plantedFirings(readPlanted(id))
    : casesOf(id).filter(({ verdict }) => verdict === "fail");
  const falsePositives = fired.filter(({ benign }) => benign).length;
  return { true_positives: fired.length - falsePositives, false_positives: falsePositives };
}

const plantedFirings = ({ faults, near_misses }: PlantedFile): { benign?: boolean }[] => [
  ...faults.filter((one) => one.missed === undefined && one.unknown === undefined).map(() => ({})),
  ...near_misses
    .filter(({ false_alarm }) => false_alarm !== undefined)
    .map(() => ({ benign: true })),
];

test("the shipped calibration counts the labelled cases (-u writes it)", async () => {
  const lines = definitions.map(({ id }) => `  "${id}": ${JSON.stringify(countCases(id))}`);
  await expect(`{\n${lines.join(",\n")}\n}\n`).toMatchFileSnapshot(
    resolve("data/calibration.json"),
  );
});

test("every file of cases belongs to a detection, and related detections exist", () => {
  const ids = definitions.map(({ id }) => id);
  expect(
    readdirSync("test/fixtures/detections")
      .map((file) => file.replace(".yaml", ""))
      .sort(),
  ).toEqual(ids);
  for (const { related = [] } of definitions) for (const id of related) expect(ids).toContain(id);
});
