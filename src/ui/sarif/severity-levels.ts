import type { Severity } from "../../contract/common.ts";

/** How grave a result is to a viewer that knows three levels. */
export const levels: Record<Severity, "error" | "warning" | "note"> = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "note",
  info: "note",
};

/** Scores in the middle of the bands (CVSS 3.1) that code scanning names severities by. */
const scores: Record<Severity, string | undefined> = {
  critical: "9.5",
  high: "8.0",
  medium: "5.5",
  low: "2.0",
  info: undefined,
};

/** What code scanning sorts and filters a rule's alerts by. */
export function gradeProperties(severity: Severity, confidence: number) {
  const score = scores[severity];
  return { precision: precisionOf(confidence), ...(score && { "security-severity": score }) };
}

function precisionOf(confidence: number): string {
  if (confidence >= 0.9) return "very-high";
  if (confidence >= 0.75) return "high";
  return confidence >= 0.5 ? "medium" : "low";
}
