import type { Cell } from "../../contract/common.ts";

/** The rows of one part of a question, over all hosts. */
export interface MergedRows {
  columns: string[];
  /** The rows that an answer chooses from: each host's share of them. */
  rows: Cell[][];
  /** All rows, within the limits of what is stored; absent if `rows` are all. */
  all?: Cell[][];
  rowCount: number;
  truncated: boolean;
}
