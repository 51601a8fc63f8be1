/** Resource limits of any statement. */
export const limits = {
  /** One string or blob, at any stage of a statement. */
  valueBytes: 1 << 20,
  /** All cells of a statement's result. */
  resultBytes: 16 << 20,
  sqlBytes: 256 << 10,
  /** SQLite's memory in one thread: sorters, temporary tables, the current result. */
  heapBytes: 256 << 20,
  /** The time of LIKE grows with its wildcards, and one comparison can't be interrupted. */
  likePatternBytes: 1_000,
  /** Nesting of expressions, including chains of OR. */
  expressionDepth: 1_000,
  regexPatternLength: 1_000,
  regexTextLength: 64 << 10,
  timeoutMs: 600_000,
  /** SQLite virtual machine steps between deadline checks. */
  progressSteps: 2_000,
  gapsPerTable: 50,
} as const;
