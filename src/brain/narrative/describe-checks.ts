import { bySeverity } from "../../contract/by-severity.ts";
import type { CheckTally, Finding, GapReason } from "../../contract/summary.ts";
import type { DetectionDefinition } from "../detections/schema.ts";
import { partsOf } from "../plan/plan-statements.ts";
import { count, list, lowercaseFirst } from "../text/wording.ts";
import type { NarrativeInput } from "./narrative-input.ts";

/** Detections with their results. */
interface CheckResults {
  detections: DetectionDefinition[];
  checks: CheckTally[];
  findings: Finding[];
}

const maxFindings = 10;

/** The results of the detections: first those that the question asks about, then related ones. */
export function describeChecks(input: NarrativeInput): string[] {
  const wanted = new Set(partsOf(input.reading).flatMap(({ detections }) => detections));
  const asked = pick(input, (id) => wanted.has(id));
  const related = pick(input, (id) => !wanted.has(id));
  return [
    answer(asked, input),
    ...asked.findings.slice(0, maxFindings).map(findingLine),
    ...(related.findings.length > 0 ? ["Related:"] : []),
    ...related.findings.slice(0, maxFindings).map(findingLine),
    ...describeRaisedSeverity(input),
    ...describeUnknown(input),
  ];
}

/** The detections with a chosen id, their findings by severity. */
function pick(
  { detections, checks, findings }: NarrativeInput,
  chosen: (id: string) => boolean,
): CheckResults {
  return {
    detections: detections.filter(({ id }) => chosen(id)),
    checks: checks.filter(({ detection_id }) => chosen(detection_id)),
    findings: bySeverity(findings.filter(({ detection_id }) => chosen(detection_id))),
  };
}

function answer(
  { detections, checks, findings }: CheckResults,
  { coverage }: NarrativeInput,
): string {
  if (findings.length > 0) {
    const hosts = new Set(findings.map(({ agent_id }) => agent_id)).size;
    const problems = [...new Set(findings.map(({ title }) => lowercaseFirst(title)))];
    const fail = hosts === 1 ? "fails" : "fail";
    return `Yes: ${hosts} of ${count(coverage.agents_targeted, "host")} ${fail} — ${list(problems, 4)}.`;
  }
  const total = (key: "pass" | "unknown" | "not_applicable") =>
    checks.reduce((sum, check) => sum + check[key], 0);
  const titles = detections.map(({ title }) => lowercaseFirst(title));
  const lookedFor = `(looked for: ${list(titles, 3)})`;
  const asked = `the ${count(coverage.agents_answered, "host")} asked`;
  if (total("pass") + total("not_applicable") === 0) {
    return `Unknown: no host could be checked ${lookedFor}.`;
  }
  if (total("unknown") > 0)
    return `None found in the data that could be read on ${asked} ${lookedFor}.`;
  if (total("pass") === 0)
    return `None found on ${asked}: the checks do not apply there ${lookedFor}.`;
  return `None found on ${asked} ${lookedFor}.`;
}

export function findingLine({ title, severity, hostname, confidence, evidence }: Finding): string {
  const rows = count(evidence.row_count, "row");
  return `- ${hostname}: ${title} (${severity}, confidence ${Math.round(confidence * 100)}%, ${rows} of evidence)`;
}

/** Names the hosts whose findings a tag policy raised above the detection's own severity. */
export function describeRaisedSeverity({ findings, detections }: NarrativeInput): string[] {
  const usual = new Map(detections.map(({ id, severity }) => [id, severity]));
  const raised = findings.filter(
    ({ detection_id, severity }) => (usual.get(detection_id) ?? severity) !== severity,
  );
  const hosts = [...new Set(raised.map(({ hostname }) => hostname))].sort();
  if (hosts.length === 0) return [];
  const which = hosts.length === 1 ? "a critical host" : "critical hosts";
  return [`Severity raised one level by tag policy on ${which}: ${list(hosts, 5)}.`];
}

function describeUnknown({ checks, detections }: NarrativeInput): string[] {
  const titles = new Map(detections.map(({ id, title }) => [id, lowercaseFirst(title)]));
  return checks
    .filter(({ unknown }) => unknown > 0)
    .map(
      ({ detection_id, unknown, unknown_reasons }) =>
        `Unknown on ${count(unknown, "host")}: ${titles.get(detection_id)} (${reasons(unknown_reasons)}).`,
    );
}

function reasons(gaps: { reason: GapReason }[]): string {
  return list([...new Set(gaps.map(({ reason }) => reason.replace("_", " ")))], 3);
}
