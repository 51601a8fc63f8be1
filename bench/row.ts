/** One line of the bench table. */
export interface BenchRow {
  /** The measurement, with its load. */
  what: string;
  measured: string;
  /** The same work done by the peer, in the same run. */
  peer?: string;
  /** Absent, like `met`, for a row that is only shown for comparison. */
  bar?: string;
  met?: boolean;
}
