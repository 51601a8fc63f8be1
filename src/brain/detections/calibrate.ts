import type { Calibration } from "../../contract/detection.ts";

export interface LabelledCases {
  true_positives: number;
  false_positives: number;
}

/**
 * The mean of the Beta posterior over a detection's precision, from a uniform prior: 0.5 without
 * any case, and updated by each labelled case.
 */
export function calibrate(...cases: LabelledCases[]): Calibration {
  const truePositives = cases.reduce((sum, one) => sum + one.true_positives, 0);
  const falsePositives = cases.reduce((sum, one) => sum + one.false_positives, 0);
  const mean = (truePositives + 1) / (truePositives + falsePositives + 2);
  return {
    confidence: Math.round(mean * 10_000) / 10_000,
    true_positives: truePositives,
    false_positives: falsePositives,
  };
}
