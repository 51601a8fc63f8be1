import type { Finding, FindingsBySeverity } from "../../contract/summary.ts";

export function countBySeverity(findings: Finding[]): FindingsBySeverity {
  const counts: FindingsBySeverity = { info: 0, low: 0, medium: 0, high: 0, critical: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}
