import type { Cell } from "../../contract/common.ts";

/** The rows of one part of a question, over all hosts. */
export interface MergedRows {
  columns: string[];
  rows: Cell[][];
  rowCount: number;
  truncated: boolean;
}
