import type { Cell } from "../../contract/common.ts";

/** Rows by name of column. */
export interface Rows {
  columns: string[];
  rows: Cell[][];
}

/** The values of a row in these columns, as a text to compare. */
export function rowKey({ columns }: Rows, key: string[]): (row: Cell[]) => string {
  const positions = key.map((name) => columns.indexOf(name));
  return (row) => JSON.stringify(positions.map((position) => row[position] ?? null));
}

/** Columns that list accounts. They are in no key, but one more account is not accepted with the others. */
const accountLists = ["accounts", "readable_by", "usernames", "users"];

/** The distinct values of the rows in the columns that an acceptance compares, sorted. */
export function keyedRows(evidence: Rows, key: string[]): Rows {
  const compared = new Set([...key, ...accountLists]);
  const known = [...compared].filter((name) => evidence.columns.includes(name));
  const columns = known.length > 0 ? known : evidence.columns;
  const keys = new Set(evidence.rows.map(rowKey(evidence, columns)));
  return { columns, rows: [...keys].sort().map((text) => JSON.parse(text) as Cell[]) };
}
