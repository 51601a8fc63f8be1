import { expect, test } from "vitest";
import { calibrate, overallPrecision } from "../../../../src/brain/detections/calibrate.ts";
import { evaluateHost } from "../../../../src/brain/detections/evaluate-host.ts";
import type { StatementResult } from "../../../../src/contract/plan.ts";
import { detectionDefinition, statementResult } from "../../../helpers/records.ts";

const definition = detectionDefinition({
  id: "d",
  tables: ["t"],
  platforms: { linux: { applies: "SELECT 1 FROM t", sql: "SELECT a FROM t" } },
});
const evaluated = (...results: StatementResult[]) =>
  evaluateHost(definition, "linux", new Map(results.map((result) => [result.id, result])));
const applies = statementResult({ id: "d/applies", columns: ["1"], rows: [[1]] });
const denied = { table: "t", reason: "denied" as const, detail: "t: permission denied" };

test("rows are a fail, even with partial data", () => {
  const evidence = statementResult({
    id: "d/evidence",
    columns: ["a"],
    rows: [["x"]],
    gaps: [denied],
  });
  expect(evaluated(applies, evidence)).toMatchObject({ type: "fail", evidence });
});

test("no rows from complete data is a pass", () => {
  expect(evaluated(applies, statementResult({ id: "d/evidence" }))).toEqual({ type: "pass" });
});

test("no rows from partial data is unknown, never a pass", () => {
  const evidence = statementResult({ id: "d/evidence", gaps: [denied] });
  expect(evaluated(applies, evidence)).toEqual({
    type: "unknown",
    reason: "denied",
    detail: "t: permission denied",
  });
});

test("a statement that failed is unknown with its reason", () => {
  const error = { reason: "timed_out" as const, message: "took too long" };
  expect(evaluated(applies, statementResult({ id: "d/evidence", error }))).toMatchObject({
    reason: "timed_out",
  });
});

test("a missing result is unknown", () => {
  expect(evaluated(applies)).toMatchObject({ type: "unknown", reason: "error" });
});

test("a detection does not apply if its condition has no row, and is unknown if that could not be read", () => {
  expect(evaluated(statementResult({ id: "d/applies" }))).toEqual({ type: "not_applicable" });
  expect(evaluated(statementResult({ id: "d/applies", gaps: [denied] }))).toMatchObject({
    type: "unknown",
  });
});

test("what keeps the check from being decided makes it unknown, unless there is evidence", () => {
  const undecidable = detectionDefinition({
    id: "d",
    platforms: { linux: { sql: "SELECT a FROM t", unknown: "SELECT 'too short' FROM t" } },
  });
  const judged = (unknown: Partial<StatementResult>, rows: string[][] = []) => {
    const results = [
      statementResult({ id: "d/unknown", columns: ["reason"], ...unknown }),
      statementResult({ id: "d/evidence", columns: ["a"], rows }),
    ];
    return evaluateHost(undecidable, "linux", new Map(results.map((one) => [one.id, one])));
  };
  expect(judged({ rows: [["too short"]] })).toEqual({
    type: "unknown",
    reason: "table_missing",
    detail: "too short",
  });
  expect(judged({ rows: [["too short"]] }, [["x"]])).toMatchObject({ type: "fail" });
  expect(judged({ gaps: [denied] })).toMatchObject({ type: "unknown", reason: "denied" });
  expect(judged({})).toEqual({ type: "pass" });
});

test("a platform without a check is not applicable", () => {
  expect(evaluateHost(definition, "darwin", new Map())).toEqual({ type: "not_applicable" });
});

test("confidence is the mean of the posterior over all labelled cases", () => {
  expect(calibrate(0.95)).toEqual({ confidence: 0.95, true_positives: 0, false_positives: 0 });
  const shipped = { true_positives: 7, false_positives: 0 };
  expect(calibrate(0.95, shipped, { true_positives: 0, false_positives: 1 })).toEqual({
    confidence: 0.89,
    true_positives: 7,
    false_positives: 1,
  });
});

test("the precision of the whole catalogue stands in for a detection's own", () => {
  const cases = [
    { true_positives: 90, false_positives: 4 },
    { true_positives: 5, false_positives: 1 },
  ];
  expect(overallPrecision(cases)).toBeCloseTo(96 / 102);
  expect(overallPrecision([])).toBe(0.5);
});
