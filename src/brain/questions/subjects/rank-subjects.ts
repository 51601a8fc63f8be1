import { softmax } from "../weights/choice.ts";
import type { SubjectWeights } from "../weights/subject-weights.ts";

export interface RankedSubject {
  id: string;
  p: number;
}

/** The subjects a question may have, likeliest first. */
export function rankSubjects(weights: SubjectWeights, features: number[]): RankedSubject[] {
  const { ids, starts, subjects, values, scale } = weights;
  const scores = new Float64Array(ids.length);
  for (const one of features) {
    const row = weights.rowOf(one);
    if (row < 0) continue;
    const end = starts[row + 1] as number;
    for (let at = starts[row] as number; at < end; at += 1) {
      const subject = subjects[at] as number;
      scores[subject] = (scores[subject] as number) + (values[at] as number) * scale;
    }
  }
  softmax(scores);
  return ids.map((id, at) => ({ id, p: scores[at] as number })).sort((a, b) => b.p - a.p);
}

/** What a feature says for a subject (above 0) or against it. */
export function supportOf(
  { rowOf, starts, subjects, values, scale }: SubjectWeights,
  feature: number,
  subject: number,
): number {
  const row = rowOf(feature);
  if (row < 0) return 0;
  const end = starts[row + 1] as number;
  for (let at = starts[row] as number; at < end; at += 1) {
    if (subjects[at] === subject) return (values[at] as number) * scale;
  }
  return 0;
}
