import type { Confidence, Signs } from "../../../../src/brain/questions/model/reader.ts";

/** A question as it was first read, before anything was mended for it. */
export interface Judged {
  question: string;
  outcome: "right" | "wrong" | "unanswerable";
  signs: Signs;
  /** Whether the parameters are fitted to it, or it is held out to test them. */
  part: "fit" | "held";
}

const names = ["strength", "margin", "unexplained", "guessed", "specific"] as const;
const rounds = 20_000;
const rate = 0.5;
/** Keeps the few examples from being learnt by heart. */
const shrink = 0.001;

const sigmoid = (sum: number) => 1 / (1 + Math.exp(-sum));

const sumOf = (bias: number, weights: Signs, signs: Signs) =>
  names.reduce((sum, name) => sum + weights[name] * signs[name], bias);

/** Logistic regression by gradient descent: small data, four signs, no library needed. */
export function fitConfidence(judged: Judged[]): Confidence {
  let bias = 0;
  const weights: Signs = { strength: 0, margin: 0, unexplained: 0, guessed: 0, specific: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const slope = { bias: 0, strength: 0, margin: 0, unexplained: 0, guessed: 0, specific: 0 };
    for (const { outcome, signs } of judged) {
      const miss = sigmoid(sumOf(bias, weights, signs)) - (outcome === "right" ? 1 : 0);
      slope.bias += miss / judged.length;
      for (const name of names) slope[name] += (miss * signs[name]) / judged.length;
    }
    bias -= rate * slope.bias;
    for (const name of names) weights[name] -= rate * (slope[name] + shrink * weights[name]);
  }
  return { bias, weights, threshold: thresholdFor(judged, { bias, weights }) };
}

/** The threshold that best separates right readings from unanswerable questions. */
function thresholdFor(judged: Judged[], { bias, weights }: Omit<Confidence, "threshold">): number {
  const told = judged.map(({ outcome, signs }) => ({
    outcome,
    said: sigmoid(sumOf(bias, weights, signs)),
  }));
  const kept = (outcome: Judged["outcome"], least: number) => {
    const of = told.filter((example) => example.outcome === outcome);
    return of.filter(({ said }) => said >= least).length / of.length;
  };
  const gain = (least: number) => kept("right", least) - kept("unanswerable", least);
  const tried = told.map(({ said }) => said).sort((a, b) => a - b);
  return tried.reduce((best, least) => (gain(least) > gain(best) ? least : best), tried[0] ?? 0);
}

/** How far stated probabilities are from what came true, on average over equal-sized bins. */
export function calibrationError(
  judged: Judged[],
  probability: (signs: Signs) => number,
  bins = 5,
): number {
  const told = judged
    .map(({ outcome, signs }) => ({ said: probability(signs), was: outcome === "right" ? 1 : 0 }))
    .sort((a, b) => a.said - b.said);
  const size = Math.ceil(told.length / bins);
  let error = 0;
  for (let start = 0; start < told.length; start += size) {
    const bin = told.slice(start, start + size);
    const gap = bin.reduce((sum, { said, was }) => sum + said - was, 0);
    error += Math.abs(gap) / told.length;
  }
  return error;
}
