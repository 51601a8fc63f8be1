import type { Severity } from "../../../contract/common.ts";
import { ownValue } from "../../../core/own-value.ts";
import { cvssScore } from "./cvss.ts";

const names: Record<string, Severity> = {
  negligible: "info",
  low: "low",
  moderate: "medium",
  medium: "medium",
  important: "high",
  high: "high",
  critical: "critical",
};

/** A distribution's or GitHub's word for a severity. */
export const severityNamed = (name: string): Severity | undefined =>
  ownValue(names, name.toLowerCase());

/** The rating of a CVSS 3 vector; undefined for another text. */
export function severityOfCvss(vector: string): Severity | undefined {
  const score = cvssScore(vector);
  if (score === null) return undefined;
  if (score >= 9) return "critical";
  if (score >= 7) return "high";
  if (score >= 4) return "medium";
  return score > 0 ? "low" : "info";
}
