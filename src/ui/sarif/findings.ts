import type { ReportingDescriptor, Result, Suppression } from "sarif";
import type { Cell } from "../../contract/common.ts";
import type { Posture } from "../../contract/posture.ts";
import type { Accepted, Finding } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { acceptedTexts } from "../plain/acceptance-text.ts";
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
export function findingRules(findings: Finding[], posture?: Posture | null): RuleResults[] {
  return groupFindings(findings).map((group) => ({
    rule: ruleOf(group, posture),
    results: group.findings.map(resultOf),
  }));
}

function ruleOf(
  { title, severity, confidence, attack, remediation, findings }: FindingGroup,
  posture: Posture | null | undefined,
): ReportingDescriptor {
  const id = findings[0]!.detection_id;
  const fix = posture?.fixes.find(({ detection_id }) => detection_id === id);
  return {
    id,
    shortDescription: message(title),
    fullDescription: message(title),
    help: message(remediation || title, ...(fix?.lockout ? [`Lock-out risk: ${fix.lockout}`] : [])),
    defaultConfiguration: { level: levels[severity] },
    properties: {
      tags: [...topicsOf(findings[0]!, posture), ...attack],
      ...gradeProperties(severity, confidence),
      ...(fix && { fix_rank: fix.rank, fix_commands: fix.commands }),
    },
  };
}

/** Only a posture separates what is a weakness from what is not. */
function topicsOf({ finding_id }: Finding, posture: Posture | null | undefined): string[] {
  if (posture?.health.finding_ids.includes(finding_id)) return ["health"];
  const isIntrusion = posture?.intrusion.finding_ids.includes(finding_id);
  return isIntrusion ? ["security", "intrusion"] : ["security"];
}

/** A detection has one finding per host, so those two identify it. */
function resultOf(finding: Finding): Result {
  const { detection_id, agent_id, hostname, severity, confidence, evidence, tags } = finding;
  const { accepted } = finding;
  return {
    ruleId: detection_id,
    level: levels[severity],
    message: message(
      `${hostname}: ${finding.title} (${percent(confidence)} sure).`,
      ...acceptedTexts([finding]),
      ...evidenceLines(finding),
    ),
    locations: [hostLocation(agent_id, hostname)],
    partialFingerprints: partialFingerprints(detection_id, agent_id),
    ...(accepted && { suppressions: [suppression(accepted)] }),
    properties: {
      ...{ finding_id: finding.finding_id, severity, confidence, host_tags: tags, evidence },
      ...(accepted && { accepted }),
    },
  };
}

function suppression({ because }: Accepted): Suppression {
  return { kind: "external", status: "accepted", justification: escapeControl(because) };
}

function evidenceLines({ evidence: { columns, rows, row_count } }: Finding): string[] {
  if (columns.length === 0) return [];
  const shown = rows.slice(0, maxMessageRows);
  const hidden = row_count - shown.length;
  const line = (row: Cell[]) => columns.map((name, at) => `${name}: ${row[at] ?? ""}`).join(", ");
  return [...shown.map(line), ...(hidden > 0 ? [`… ${count(hidden, "more row")}`] : [])];
}
