import { bySeverity } from "../../contract/by-severity.ts";
import { severities } from "../../contract/enums.ts";
import type { CheckTally, Finding } from "../../contract/summary.ts";
import { count, list, lowercaseFirst } from "../text/wording.ts";
import { describeRaisedSeverity, findingLine } from "./describe-checks.ts";
import type { NarrativeInput } from "./narrative-input.ts";

const maxFindings = 15;

const failed = ({ fail }: CheckTally) => fail > 0;
const unknown = ({ fail, unknown: unmade }: CheckTally) => fail === 0 && unmade > 0;
const passed = ({ fail, unknown: unmade, pass }: CheckTally) =>
  fail === 0 && unmade === 0 && pass > 0;

/** The state of security as a whole: a verdict, the findings by severity, and what is not known. */
export function describePosture(input: NarrativeInput): string[] {
  const findings = bySeverity(input.findings);
  const rest = findings.length - maxFindings;
  return [
    verdict(input),
    ...findings.slice(0, maxFindings).map(findingLine),
    ...(rest > 0 ? [`- and ${count(rest, "more finding")} of the same or lower severity`] : []),
    ...describeRaisedSeverity(input),
    ...unmade(input),
  ];
}

function verdict({ checks, findings, coverage }: NarrativeInput): string {
  const hosts = count(coverage.agents_answered, "host");
  const made = `${count(checks.filter(passed).length, "check")} passed, ${checks.filter(unknown).length} could not be made`;
  if (findings.length > 0) {
    const affected = new Set(findings.map(({ agent_id }) => agent_id)).size;
    const problems = `${count(findings.length, "finding")} (${bySeverities(findings)})`;
    return `No: ${problems} on ${affected} of ${hosts}; ${count(checks.filter(failed).length, "check")} failed, ${made}.`;
  }
  if (!checks.some(passed))
    return `Unknown: none of ${count(checks.length, "check")} could be made.`;
  return `No weakness found on ${hosts}: ${made}.`;
}

function bySeverities(findings: Finding[]): string {
  const counts = [...severities].reverse().flatMap((severity) => {
    const some = findings.filter((finding) => finding.severity === severity).length;
    return some > 0 ? [`${some} ${severity}`] : [];
  });
  return counts.join(", ");
}

function unmade({ checks, detections }: NarrativeInput): string[] {
  const titles = new Map(detections.map(({ id, title }) => [id, lowercaseFirst(title)]));
  const names = checks
    .filter(unknown)
    .map(({ detection_id }) => titles.get(detection_id) ?? detection_id);
  return names.length > 0 ? [`Not known: ${list(names, 8)}.`] : [];
}
