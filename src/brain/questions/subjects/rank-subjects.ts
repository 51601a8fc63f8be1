import { softmax } from "../weights/choice.ts";

/** Weights of subjects by feature, as sparse rows. */
export interface SubjectWeights {
  /** Subjects by number: `t:<kind>`, `d:<topic>`, `path`, `posture`, `slow`, `r:<refusal class>`. */
  ids: string[];
  /** Open hash table of features: a feature's place holds it, or the next free one does; 0 is free. */
  table: Uint32Array;
  /** For each place, where its row begins; the row ends where the next place's begins. */
  starts: Uint32Array;
  /** Subjects of the rows, and what the feature says for or against them. */
  subjects: Uint8Array;
  values: Int8Array;
  /** What one unit of `values` is worth. */
  scale: number;
}

export interface RankedSubject {
  id: string;
  p: number;
}

/** The place of a feature in an open hash table; -1 when it has none. */
export function placeOf(table: Uint32Array, feature: number): number {
  const mask = table.length - 1;
  for (let at = feature & mask; ; at = (at + 1) & mask) {
    const held = table[at];
    if (held === feature) return at;
    if (held === 0) return -1;
  }
}

/** The subjects a question may have, likeliest first. */
export function rankSubjects(weights: SubjectWeights, features: number[]): RankedSubject[] {
  const { ids, table, starts, subjects, values, scale } = weights;
  const scores = new Float64Array(ids.length);
  for (const one of features) {
    const place = placeOf(table, one);
    if (place < 0) continue;
    const end = starts[place + 1] as number;
    for (let at = starts[place] as number; at < end; at += 1) {
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
  { table, starts, subjects, values, scale }: SubjectWeights,
  feature: number,
  subject: number,
): number {
  const place = placeOf(table, feature);
  if (place < 0) return 0;
  const end = starts[place + 1] as number;
  for (let at = starts[place] as number; at < end; at += 1) {
    if (subjects[at] === subject) return (values[at] as number) * scale;
  }
  return 0;
}
