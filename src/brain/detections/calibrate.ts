import type { Calibration } from "../../contract/detection.ts";

export interface LabelledCases {
  true_positives: number;
  false_positives: number;
}

/**
 * Mean of the Beta posterior over a detection's precision, starting from a uniform prior:
 * with no case at all the confidence is 0.5, and it moves as labelled cases come in.
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
