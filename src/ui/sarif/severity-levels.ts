import type { Severity } from "../../contract/common.ts";

/** SARIF's three levels for our severities. */
export const levels: Record<Severity, "error" | "warning" | "note"> = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "note",
  info: "note",
};

/** Scores in the middle of the CVSS 3.1 bands by which code scanning derives severities. */
const scores: Record<Severity, string | undefined> = {
  critical: "9.5",
  high: "8.0",
  medium: "5.5",
  low: "2.0",
  info: undefined,
};

/** Properties by which code scanning sorts and filters a rule's alerts. */
export function gradeProperties(severity: Severity, confidence: number) {
  const score = scores[severity];
  return { precision: precisionOf(confidence), ...(score && { "security-severity": score }) };
}

function precisionOf(confidence: number): string {
  if (confidence >= 0.9) return "very-high";
  if (confidence >= 0.75) return "high";
  return confidence >= 0.5 ? "medium" : "low";
}
