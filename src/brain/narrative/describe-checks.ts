import { acceptedLast } from "../../contract/acceptances/accepted-last.ts";
import { bySeverity } from "../../contract/by-severity.ts";
import type { CheckTally, Finding, GapReason } from "../../contract/summary.ts";
import type { DetectionDefinition } from "../detections/schema.ts";
import { partsOf } from "../plan/plan-statements.ts";
import { acceptedCount, count, list, lowercaseFirst } from "../text/wording.ts";
import type { NarrativeInput } from "./narrative-input.ts";

/** Detections with their results. */
interface CheckResults {
  detections: DetectionDefinition[];
  checks: CheckTally[];
  findings: Finding[];
}

const maxProblems = 10;

/** The results of the detections: first those that the question asks about, then related ones. */
export function describeChecks(input: NarrativeInput): string[] {
  const wanted = new Set(partsOf(input.reading).flatMap(({ detections }) => detections));
  const asked = pick(input, (id) => wanted.has(id));
  const related = pick(input, (id) => !wanted.has(id));
  return [
    answer(asked, input) + acceptedOf(asked),
    ...problemLines(asked.findings, maxProblems),
    ...(related.findings.length > 0 ? ["Related:"] : []),
    ...problemLines(related.findings, maxProblems),
    ...describeRaisedSeverity(input),
    ...describeUnknown(input),
  ];
}

/** The detections with a chosen id, their findings by severity, accepted ones last. */
function pick(
  { detections, checks, findings }: NarrativeInput,
  chosen: (id: string) => boolean,
): CheckResults {
  return {
    detections: detections.filter(({ id }) => chosen(id)),
    checks: checks.filter(({ detection_id }) => chosen(detection_id)),
    findings: acceptedLast(bySeverity(findings.filter((found) => chosen(found.detection_id)))),
  };
}

function acceptedOf({ findings }: CheckResults): string {
  const { length } = findings.filter(({ accepted }) => accepted);
  return length === 0 ? "" : ` ${acceptedCount(length)}.`;
}

function answer(
  { detections, checks, findings }: CheckResults,
  { coverage }: NarrativeInput,
): string {
  if (findings.length > 0) {
    const hosts = new Set(findings.map(({ agent_id }) => agent_id)).size;
    const problems = [...new Set(findings.map(({ title }) => lowercaseFirst(title)))];
    const has = hosts === 1 ? "has" : "have";
    const which = problems.length === 1 ? "this problem" : "at least one of these problems";
    return `Yes: ${hosts} of ${count(coverage.agents_targeted, "host")} ${has} ${which}: ${list(problems, 4)}.`;
  }
  const total = (key: "pass" | "unknown" | "not_applicable") =>
    checks.reduce((sum, check) => sum + check[key], 0);
  const titles = detections.map(({ title }) => lowercaseFirst(title));
  const checked = `(checked: ${list(titles, 3)})`;
  const hosts = count(coverage.agents_answered, "host");
  if (total("pass") + total("not_applicable") === 0) {
    return `Unknown: no host could be checked ${checked}.`;
  }
  if (total("unknown") > 0)
    return `No: no problem found in the data that could be read on ${hosts} ${checked}.`;
  if (total("pass") === 0) return `Not applicable to ${hosts} ${checked}.`;
  return `No: no problem found on ${hosts} ${checked}.`;
}

const shownHosts = 5;

/** Findings as list items, those of one detection together. */
export function problemLines(findings: Finding[], limit: number): string[] {
  const byDetection = new Map<string, Finding[]>();
  for (const finding of findings) {
    const known = byDetection.get(finding.detection_id);
    if (known) known.push(finding);
    else byDetection.set(finding.detection_id, [finding]);
  }
  const lines = [...byDetection.values()].map(problemLine);
  const hidden = lines.length - limit;
  return [...lines.slice(0, limit), ...(hidden > 0 ? [`- and ${hidden} more`] : [])];
}

function problemLine(findings: Finding[]): string {
  const { title, severity, confidence } = findings[0]!;
  const marks = findings.map(acceptedMark);
  // What is true of all is said once.
  const common = marks.every((mark) => mark === marks[0]) ? marks[0]! : "";
  const hosts = findings.map(({ hostname }, at) =>
    marks[at] === "" || common !== "" ? hostname : `${hostname} (${marks[at]})`,
  );
  const facts = [severity, `${Math.round(confidence * 100)}% sure`, ...(common ? [common] : [])];
  return `- ${title} on ${list(hosts, shownHosts)} (${facts.join(", ")})`;
}

function acceptedMark({ accepted, partly_accepted: partly }: Finding): string {
  if (partly) return `${partly.rows} accepted`;
  if (!accepted) return "";
  return accepted.until ? `accepted until ${accepted.until.slice(0, 10)}` : "accepted";
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
