import { acceptedLast } from "../../contract/acceptances/accepted-last.ts";
import { bySeverity } from "../../contract/by-severity.ts";
import type { Severity } from "../../contract/common.ts";
import type { Finding } from "../../contract/summary.ts";

/** The findings of one detection on all hosts, shown together. */
export interface FindingGroup {
  /** The highest severity, unless it is accepted; findings on critical hosts are raised. */
  severity: Severity;
  title: string;
  remediation: string;
  attack: string[];
  confidence: number;
  /** The detection's statements, one a platform or so. */
  sql: string[];
  findings: Finding[];
}

/** Findings by detection, most severe first, accepted ones last. */
export function groupFindings(findings: Finding[]): FindingGroup[] {
  const byDetection = groupBy(
    acceptedLast(bySeverity(findings)),
    ({ detection_id }) => detection_id,
  );
  return byDetection.map((members) => {
    const { severity, title, remediation, attack, confidence } = members[0]!;
    const sql = [...new Set(members.map(({ evidence }) => evidence.sql))];
    return { severity, title, remediation, attack, confidence, sql, findings: members };
  });
}

/** Findings whose evidence has the same columns and fits one table. */
export function byColumns(findings: Finding[]): Finding[][] {
  return groupBy(findings, ({ evidence }) => JSON.stringify(evidence.columns));
}

function groupBy<T>(items: T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}
