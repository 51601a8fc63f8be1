import { softmax } from "../weights/choice.ts";
import type { ReadingWeights } from "../weights/model.ts";
import type { Candidate, ReadingFeatures } from "./candidate.ts";

export interface RankedCandidate {
  candidate: Candidate;
  /** Its share of probability among the candidates. */
  share: number;
}

export function weighed(weights: Record<string, number>, features: ReadingFeatures): number {
  let sum = 0;
  for (const [name, value] of Object.entries(features)) sum += value * (weights[name] ?? 0);
  return sum;
}

/** The candidates, best first. */
export function rankCandidates(
  weights: ReadingWeights,
  candidates: Candidate[],
): RankedCandidate[] {
  const shares = softmax(
    Float64Array.from(candidates, ({ features }) => weighed(weights.rank, features)),
  );
  return candidates
    .map((candidate, at) => ({ candidate, share: shares[at] as number }))
    .sort((a, b) => b.share - a.share);
}

const isBroad = ({ candidate: { features } }: RankedCandidate) => features.broad === 1;
/** A reading less likely than this isn't preferred for what it accounts for. */
const leastNarrow = 0.1;

/** A broad reading that leaves a word out comes after one that leaves out none: "list the vms". */
export function narrowFirst(ranked: RankedCandidate[]): RankedCandidate[] {
  const [best] = ranked;
  if (!best || !isBroad(best) || best.candidate.ignored.length === 0) return ranked;
  const narrow = ranked.find(
    (one) => !isBroad(one) && one.share >= leastNarrow && one.candidate.ignored.length === 0,
  );
  return narrow ? [narrow, ...ranked.filter((one) => one !== narrow)] : ranked;
}

/** What is known of how sure the best reading is: its features and its lead, by name. */
export function surenessFeatures(
  ranked: { candidate: Pick<Candidate, "id" | "features">; share: number }[],
): Record<string, number> {
  const [best, second] = ranked;
  const group = best?.candidate.id.replace(/:.*/, "") ?? "";
  return {
    ...best?.candidate.features,
    bias: 1,
    share: Math.log(Math.max(best?.share ?? 0, 1e-6)),
    gap: Math.log(Math.max(best?.share ?? 0, 1e-6)) - Math.log(Math.max(second?.share ?? 0, 1e-6)),
    [`group ${group}`]: 1,
  };
}

/** The probability that the best of the candidates is right. */
export function probabilityOf(weights: ReadingWeights, ranked: RankedCandidate[]): number {
  const sum = weighed(weights.sure, surenessFeatures(ranked));
  return 1 / (1 + Math.exp(-sum));
}
