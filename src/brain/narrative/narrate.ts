import { bySeverity } from "../../contract/by-severity.ts";
import { narratePaths } from "../pathfinder/report/narrate-paths.ts";
import { partsOf } from "../plan/plan-statements.ts";
import { describeAdvisories } from "./describe-advisories.ts";
import { describeChecks } from "./describe-checks.ts";
import { describeFacts } from "./describe-facts.ts";
import { describeGaps } from "./describe-gaps.ts";
import { describePosture } from "./describe-posture.ts";
import type { NarrativeInput } from "./narrative-input.ts";

/**
 * The answer in prose: the first sentence answers the question, then come the evidence, the
 * gaps, and the next useful question.
 */
export function narrate(input: NarrativeInput): string {
  const facts = partsOf(input.reading).flatMap((part, index) =>
    part.sql.length > 0 ? describeFacts(part, input.parts[index] ?? null, input) : [],
  );
  const { posture } = input;
  const checks = posture
    ? describePosture(posture, input)
    : input.checks.length > 0
      ? describeChecks(input)
      : [];
  const leadsWithChecks = input.reading.route[0] === "detections" || facts.length === 0;
  const rest = leadsWithChecks ? [...checks, ...facts] : [...facts, ...checks];
  const body = [...(input.paths ? narratePaths(input.paths) : []), ...rest];
  return [
    ...input.followUp,
    ...body,
    ...readByModel(input),
    ...ignoredWords(input),
    ...describeAdvisories(input),
    ...describeGaps(input),
    ...(posture ? [] : nextQuestion(input)),
  ].join("\n");
}

function readByModel({ reading: { read_by, text } }: NarrativeInput): string[] {
  if (!read_by) return [];
  return [`Read by the language model ${read_by.model}, not verified by the reader: ${text}`];
}

function ignoredWords({ reading: { ignored = [] } }: NarrativeInput): string[] {
  if (ignored.length === 0) return [];
  return [`Not taken into account: ${ignored.map((word) => `"${word}"`).join(", ")}.`];
}

function nextQuestion({ findings, reading }: NarrativeInput): string[] {
  const [first] = bySeverity(findings.filter(({ accepted }) => !accepted));
  if (first) return [`Fix first: ${first.remediation}`];
  const [suggestion] = reading.suggestions;
  return suggestion ? [`You could ask next: ${suggestion}`] : [];
}
