/** What a statement may cost its host, whatever it says. */
export const limits = {
  /** Any one string or blob, at any stage of a statement. */
  valueBytes: 1 << 20,
  /** All cells of one statement's result. */
  resultBytes: 16 << 20,
  sqlBytes: 256 << 10,
  /** All memory of SQLite in one thread: sorters, temporary tables, the result under way. */
  heapBytes: 256 << 20,
  /** LIKE takes time that grows with its wildcards and can't be interrupted within one comparison. */
  likePatternBytes: 1_000,
  /** Nested expressions; a chain of ORs counts too. */
  expressionDepth: 1_000,
  regexPatternLength: 1_000,
  regexTextLength: 64 << 10,
  timeoutMs: 600_000,
  /** Virtual machine steps between two looks at the clock. */
  progressSteps: 2_000,
  gapsPerTable: 50,
} as const;
