import { softmax } from "../weights/choice.ts";

/** Weights of subjects by feature: one sparse row a feature. */
export interface SubjectWeights {
  /** Subjects by number: `t:<kind>`, `d:<topic>`, `path`, `posture`, `slow`, `r:<refusal class>`. */
  ids: string[];
  /** The row of a feature; -1 for a feature that says nothing. */
  rowOf(feature: number): number;
  /** The features of the rows, in ascending order. */
  features: Uint32Array;
  /** Where each row begins; it ends where the next one begins. */
  starts: Uint32Array;
  /** Subjects of the rows, and what the feature says for or against them. */
  subjects: Uint8Array;
  values: Int8Array;
  /** What one unit of `values` is worth. */
  scale: number;
}

/** Finds the rows of features by an open hash table. */
export function rowFinder(features: Uint32Array): SubjectWeights["rowOf"] {
  const size = 2 ** Math.ceil(Math.log2(features.length * 1.6 + 2));
  const mask = size - 1;
  const rows = new Int32Array(size).fill(-1);
  features.forEach((feature, row) => {
    let place = feature & mask;
    while (rows[place] !== -1) place = (place + 1) & mask;
    rows[place] = row;
  });
  return (feature) => {
    for (let place = feature & mask; ; place = (place + 1) & mask) {
      const row = rows[place] as number;
      if (row === -1 || features[row] === feature) return row;
    }
  };
}

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
  return ids
    .map((id, at) => ({ id, p: scores[at] as number }))
    .sort((a, b) => b.p - a.p);
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
