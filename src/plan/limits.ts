/**
 * Limits of the content of a receipt or a snapshot. A signature proves the sender, and the sender may
 * be hostile. They are far above what an agent sends: its engine stops at 2,000 columns, its
 * snapshots at 100,000 rows per table and 10 MiB.
 */
export const contentLimits = {
  /** Values and objects of one payload, counted before it is parsed. */
  json: { values: 2_000_000, objects: 250_000 },
  /** SQLite's own limit. */
  columns: 2_000,
  /** Cells of all results of one receipt. */
  cells: 1_000_000,
  /** Rows of one table of a snapshot. */
  tableRows: 100_000,
  /** Gaps of one statement or table; an agent reports 50 per table. */
  gaps: 1_000,
  /** Characters of a gap's detail, a column's name or another short text. */
  textLength: 8_192,
  /** Characters of an error message, which may quote the SQL. */
  messageLength: 1 << 18,
} as const;
