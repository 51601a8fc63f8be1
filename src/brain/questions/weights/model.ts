import type { Filter } from "../../../contract/reading.ts";
import type { SubjectWeights } from "../subjects/rank-subjects.ts";
import type { FeatureWeights } from "./choice.ts";

/** Conditions that questions state without the value's own word, by kind and field. */
export type FixedConditions = Record<string, Record<string, Filter[]>>;

/** Everything the reader has learned. */
export interface ReaderModel {
  subjects: SubjectWeights;
  choices: FeatureWeights;
  fixed: FixedConditions;
}
