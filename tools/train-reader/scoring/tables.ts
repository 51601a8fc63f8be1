import type { Expected } from "../bank.ts";

export interface TableScores {
  /** 1 if the main table, or an alternative to it, was read. */
  primary: number;
  /** The share of the tables that were read. */
  set: number;
}

/** Listing everything does not pay. */
const mostExtra = 2;

/** Scores the tables of a reading, which may be `expectedCount` and two more. */
export function tableScores(
  { tables, tables_alt = [] }: Expected,
  given: string[],
  expectedCount = tables.length,
): TableScores {
  if (given.length > expectedCount + mostExtra) return { primary: 0, set: 0 };
  const [main, ...others] = tables;
  const isGiven = (table: string) => given.includes(table);
  const primary = (main !== undefined && isGiven(main)) || tables_alt.some(isGiven) ? 1 : 0;
  return { primary, set: (primary + others.filter(isGiven).length) / tables.length };
}
