import type { PathQuestion } from "../../../contract/reading.ts";
import type { Kind, Topic } from "../model/types.ts";
import type { RefusalClass } from "../reply/refusals.ts";
import type { Facts } from "./read-facts.ts";

/** What a question may be about. */
export type Subject =
  | { type: "facts"; facts: Facts }
  | { type: "topic"; topic: Topic; kind: Kind | null }
  | { type: "path"; path: PathQuestion }
  | { type: "posture" }
  | { type: "slow" }
  | { type: "refusal"; refusal: RefusalClass };

/** A whole reading of a question, with the features by which readings are compared. */
export interface Candidate {
  /** `t:<kind>`, `d:<topic>`, `path`, `posture`, `slow` or `r:<refusal class>`. */
  id: string;
  subject: Subject;
  timeWindow: string | null;
  /** Tokens that nothing in the reading accounts for. */
  ignored: number[];
  features: ReadingFeatures;
}

/** Features of whole readings, by name; each is 0 where it says nothing. */
export type ReadingFeature =
  | "subject"
  | "lead"
  | "first"
  | "table"
  | "topic"
  | "path"
  | "broad"
  | "refusal"
  | "conditions"
  | "leastCondition"
  | "filters"
  | "conditionsLeftOut"
  | "aggregate"
  | "absence"
  | "window"
  | "scope"
  | "pathMode"
  | "pathPart"
  | "openPath"
  | "ignoredNames"
  | "ignoredNumbers"
  | "ignoredWords"
  | "ignoredShare"
  | "uncollected"
  | "unknownWords"
  | "short"
  | "long";
export type ReadingFeatures = Partial<Record<ReadingFeature, number>>;
