import { type RunOverCase, runOverCase } from "../../definitions/case-host.ts";
import { evaluateHost, statementsFor, type Verdict } from "../evaluate-host.ts";
import type { DetectionCase } from "./detection-case.ts";
import type { OwnDetection } from "./own-detection.ts";

/** Why a case fails, as a sentence without its full stop; null if the verdict is the expected one. */
export async function runDetectionCase(
  detection: OwnDetection,
  expected: DetectionCase,
  run: RunOverCase,
): Promise<string | null> {
  if (detection.advisories)
    return "it compares packages with advisories, which test cases don't have";
  const os = expected.os ?? "linux";
  const results = await runOverCase(statementsFor(detection, os), expected, run);
  const verdict = evaluateHost(detection, os, new Map(results.map((each) => [each.id, each])));
  const isExpected =
    verdict.type === expected.verdict &&
    (verdict.type !== "fail" ||
      expected.rows === undefined ||
      verdict.evidence.row_count === expected.rows);
  return isExpected ? null : `expected ${expectedText(expected)}, got ${verdictText(verdict)}`;
}

const expectedText = ({ verdict, rows }: DetectionCase) =>
  verdict === "fail" && rows !== undefined ? `fail with ${rowsText(rows)}` : verdict;

function verdictText(verdict: Verdict): string {
  if (verdict.type === "unknown") return `unknown: ${verdict.detail}`;
  if (verdict.type !== "fail") return verdict.type;
  const { columns, rows, row_count } = verdict.evidence;
  const first = columns.map((column, at) => `${column}=${rows[0]?.[at] ?? ""}`).join(" ");
  return `fail with ${rowsText(row_count)}, the first ${first}`;
}

const rowsText = (count: number) => (count === 1 ? "1 row" : `${count} rows`);
