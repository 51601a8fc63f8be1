export interface Budget {
  /** Epoch ms, by the same clock as `nowMs`. */
  deadlineMs: number;
  nowMs(): number;
  /** Steps examined at most. */
  maxExamined: number;
  /** Called now and then with the number of steps examined. */
  onProgress?(examined: number): void;
}

/** The limit that cut a search short; its results are the best so far. */
export type CutShort = "time" | "steps";

export interface FoundPath {
  cost: number;
  start: number;
  steps: { node: number; edge: number; through: number }[];
}
