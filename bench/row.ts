/** One line of the bench table. */
export interface BenchRow {
  /** What was measured, with its load. */
  what: string;
  measured: string;
  /** The same work done by what it is compared with, in the same run. */
  peer?: string;
  /** Absent, as is `met`, for what has no bar and is told for comparison. */
  bar?: string;
  met?: boolean;
}
