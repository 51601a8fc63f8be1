import type { Filter } from "../../../contract/reading.ts";
import type { FeatureWeights } from "./choice.ts";
import type { SubjectWeights } from "./subject-weights.ts";

/** Conditions that questions state without the value's own word, by kind and field. */
export type FixedConditions = Record<string, Record<string, Filter[]>>;

/** Everything the reader has learned. */
export interface ReaderModel {
  subjects: SubjectWeights;
  choices: FeatureWeights;
  fixed: FixedConditions;
  /** Stems that are of few subjects, so that it matters whether a reading accounts for them. */
  distinctive: ReadonlySet<number>;
  /** How often words came in the questions that were learned from. */
  words: ReadonlyMap<string, number>;
  /** Weights of whole readings by named feature. */
  readings: ReadingWeights;
}

/** How whole readings are compared, and how sure the best is. */
export interface ReadingWeights {
  /** Which of several readings is best. */
  rank: Record<string, number>;
  /** Whether the best is right: a logistic regression, with the bias under "bias". */
  sure: Record<string, number>;
}
