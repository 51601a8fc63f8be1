import { bySeverity } from "../../contract/by-severity.ts";
import type { PostureChanges } from "../../contract/posture.ts";
import type { Finding } from "../../contract/summary.ts";

export type ResolvedFault = PostureChanges["resolved"][number];

/** Changes are compared by rows of evidence; a report lists whole findings. */
export interface ChangeReport {
  since: string;
  /** Findings with rows that the last run did not have, most severe first. */
  added: Finding[];
  /** Findings that remain, but without some of the rows that the last run had. */
  changed: Finding[];
  resolved: ResolvedFault[];
}

export function changeReport(changes: PostureChanges, findings: Finding[]): ChangeReport {
  const rowsGone = new Set(changes.resolved.map(keyOf));
  const remains = new Set(findings.map(keyOf));
  const isNew = new Set(changes.new);
  const changed = findings.filter((finding) => rowsGone.has(keyOf(finding)));
  return {
    since: changes.since,
    added: bySeverity(
      findings.filter((one) => isNew.has(one.finding_id) && !rowsGone.has(keyOf(one))),
    ),
    changed: bySeverity(changed),
    resolved: changes.resolved.filter((fault) => !remains.has(keyOf(fault))),
  };
}

/** `1 new, 2 changed, 1 resolved`. */
export function changeCounts({ added, changed, resolved }: ChangeReport): string {
  return `${added.length} new, ${changed.length} changed, ${resolved.length} resolved`;
}

/** A detection has one finding per host. */
function keyOf({ detection_id, hostname }: Pick<Finding, "detection_id" | "hostname">): string {
  return JSON.stringify([detection_id, hostname]);
}
