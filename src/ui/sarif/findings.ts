import type { ReportingDescriptor, Result } from "sarif";
import type { Cell } from "../../contract/common.ts";
import type { Finding } from "../../contract/summary.ts";
import { type FindingGroup, groupFindings } from "../plain/finding-groups.ts";
import { count, percent } from "../text/section.ts";
import { partialFingerprints } from "./fingerprints.ts";
import { hostLocation } from "./location.ts";
import { message } from "./message.ts";
import { gradeProperties, levels } from "./severity-levels.ts";

/** A rule and what it found. */
export interface RuleResults {
  rule: ReportingDescriptor;
  results: Result[];
}

/** Rows in a message; the result's properties contain all. */
const maxMessageRows = 5;

/** Each detection that found something as a rule, with a result a host. */
export function findingRules(findings: Finding[]): RuleResults[] {
  return groupFindings(findings).map((group) => ({
    rule: ruleOf(group),
    results: group.findings.map(resultOf),
  }));
}

function ruleOf({
  title,
  severity,
  confidence,
  attack,
  remediation,
  findings,
}: FindingGroup): ReportingDescriptor {
  return {
    id: findings[0]!.detection_id,
    shortDescription: message(title),
    fullDescription: message(title),
    help: message(remediation || title),
    defaultConfiguration: { level: levels[severity] },
    properties: { tags: ["security", ...attack], ...gradeProperties(severity, confidence) },
  };
}

/** A detection has one finding per host, so those two identify it. */
function resultOf(finding: Finding): Result {
  const { detection_id, agent_id, hostname, severity, confidence, evidence, tags } = finding;
  return {
    ruleId: detection_id,
    level: levels[severity],
    message: message(
      `${hostname}: ${finding.title} (${percent(confidence)} sure).`,
      ...evidenceLines(finding),
    ),
    locations: [hostLocation(agent_id, hostname)],
    partialFingerprints: partialFingerprints(detection_id, agent_id),
    properties: { finding_id: finding.finding_id, severity, confidence, host_tags: tags, evidence },
  };
}

function evidenceLines({ evidence: { columns, rows, row_count } }: Finding): string[] {
  if (columns.length === 0) return [];
  const shown = rows.slice(0, maxMessageRows);
  const hidden = row_count - shown.length;
  const line = (row: Cell[]) => columns.map((name, at) => `${name}: ${row[at] ?? ""}`).join(", ");
  return [...shown.map(line), ...(hidden > 0 ? [`… ${count(hidden, "more row")}`] : [])];
}
