export interface Budget {
  /** Epoch ms by the same clock as `nowMs`. */
  deadlineMs: number;
  nowMs(): number;
  /** Moves looked at, at most. */
  maxExamined: number;
  /** Told now and then how many moves were looked at. */
  onProgress?(moves: number): void;
}

/** What cut a search short; its results are the best so far. */
export type CutShort = "time" | "moves";

export interface FoundPath {
  cost: number;
  start: number;
  steps: { node: number; edge: number; through: number }[];
}
