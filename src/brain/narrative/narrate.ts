import { bySeverity } from "../../contract/by-severity.ts";
import type { Reading } from "../../contract/reading.ts";
import type { CheckTally, Coverage, Finding } from "../../contract/summary.ts";
import type { DetectionDefinition } from "../detections/schema.ts";
import type { HostAnswer } from "../model/host-answer.ts";
import type { MergedRows } from "../model/merged-rows.ts";
import type { FoundChains } from "../pathfinder/report/found-chains.ts";
import { narratePaths } from "../pathfinder/report/narrate-paths.ts";
import { partsOf } from "../plan/plan-statements.ts";
import { describeChecks } from "./describe-checks.ts";
import { describeFacts } from "./describe-facts.ts";
import { describeGaps } from "./describe-gaps.ts";

/** Everything an answer is told from. */
export interface NarrativeInput {
  reading: Reading;
  /** One a part of the question; null where no host gave rows. */
  parts: (MergedRows | null)[];
  answers: HostAnswer[];
  findings: Finding[];
  checks: CheckTally[];
  detections: DetectionDefinition[];
  coverage: Coverage;
  /** What a kind of data is called, in the plural. */
  nounOf(kind: string): string | undefined;
  /** Names in the question that no agent in scope has. */
  unknownHosts: string[];
  /** What was found out about ways; null where none were asked for. */
  ways: FoundChains | null;
}

/**
 * The answer in prose: its first sentence answers, then come the evidence, what could not
 * be seen, and the next useful question.
 */
export function narrate(told: NarrativeInput): string {
  const facts = partsOf(told.reading).flatMap((part, index) =>
    part.sql.length > 0 ? describeFacts(part, told.parts[index] ?? null, told) : [],
  );
  const checks = told.checks.length > 0 ? describeChecks(told) : [];
  const leadsWithChecks = told.reading.route[0] === "detections" || facts.length === 0;
  const rest = leadsWithChecks ? [...checks, ...facts] : [...facts, ...checks];
  const body = [...(told.ways ? narratePaths(told.ways) : []), ...rest];
  return [...body, ...describeGaps(told), ...nextQuestion(told)].join("\n");
}

function nextQuestion({ findings, reading }: NarrativeInput): string[] {
  const [first] = bySeverity(findings);
  if (first) return [`Fix first: ${first.remediation}`];
  const [suggestion] = reading.suggestions;
  return suggestion ? [`You could ask next: ${suggestion}`] : [];
}
