import type { Calibration } from "../../contract/detection.ts";

export interface LabelledCases {
  true_positives: number;
  false_positives: number;
}

/** How many cases the catalogue's overall precision counts for, before a detection's own. */
const priorCases = 2;

/**
 * The mean of the Beta posterior over a detection's precision. Its prior is the precision of all
 * shipped detections, so a detection with few cases is neither certain nor a coin toss.
 */
export function calibrate(prior: number, ...cases: LabelledCases[]): Calibration {
  const { true_positives, false_positives } = sumCases(cases);
  const mean =
    (true_positives + priorCases * prior) / (true_positives + false_positives + priorCases);
  return { confidence: Math.round(mean * 10_000) / 10_000, true_positives, false_positives };
}

/** The share of right findings among all cases, from a uniform prior. */
export function overallPrecision(cases: LabelledCases[]): number {
  const { true_positives, false_positives } = sumCases(cases);
  return (true_positives + 1) / (true_positives + false_positives + 2);
}

const sumCases = (cases: LabelledCases[]): LabelledCases => ({
  true_positives: cases.reduce((sum, one) => sum + one.true_positives, 0),
  false_positives: cases.reduce((sum, one) => sum + one.false_positives, 0),
});
