import type { ReadingWeights } from "../weights/model.ts";
import type { ReadingFeature } from "./candidate.ts";
import type { RankedCandidate } from "./rank-candidates.ts";

/** What a feature of readings says where it speaks for one. */
const reasons: Partial<Record<ReadingFeature, string>> = {
  subject: "its wording is more often about this",
  table: "it asks for facts",
  topic: "it asks for a weakness",
  path: "it asks for paths",
  broad: "it asks broadly",
  refusal: "it is like questions that are not answered",
  conditions: "its values fit the fields",
  leastCondition: "each of its values fits a field",
  conditionsLeftOut: "it leaves out no condition",
  filters: "its values become conditions",
  pathMode: "what it asks of paths is clearer",
  pathPart: "the ends of the path are clearer",
  ignoredNames: "fewer names are left over",
  ignoredNumbers: "fewer numbers are left over",
  ignoredWords: "fewer words are left over",
  ignoredShare: "fewer words are left over",
  uncollected: "there is data for it",
};

/** Why one reading was preferred to another: its strongest advantages, in words. */
export function whyPreferred(
  { rank }: ReadingWeights,
  best: RankedCandidate,
  other: RankedCandidate,
): string[] {
  const advantages = Object.entries(reasons).map(([name, reason]) => {
    const feature = name as ReadingFeature;
    const one = best.candidate.features[feature] ?? 0;
    const two = other.candidate.features[feature] ?? 0;
    return { reason, advantage: (one - two) * (rank[feature] ?? 0) };
  });
  const strongest = advantages
    .filter(({ advantage }) => advantage > 0.1)
    .sort((a, b) => b.advantage - a.advantage)
    .map(({ reason }) => reason);
  return [...new Set(strongest)].slice(0, 3);
}
