import type { StatementResult } from "../../../contract/plan.ts";

/** Reads the cells of one row by column name; "" for NULL and for a missing column. */
export type FactRow = (column: string) => string;

/** The rows of a fact that was read completely; null if it wasn't. */
export function completeRows(result: StatementResult | undefined): FactRow[] | null {
  return result && isComplete(result) ? rowsByColumn(result) : null;
}

/** The rows that were read, complete or not. */
export function availableRows(result: StatementResult | undefined): FactRow[] {
  return result ? rowsByColumn(result) : [];
}

function isComplete({ error, gaps, truncated }: StatementResult): boolean {
  return error === null && !truncated && gaps.every(({ columns }) => columns !== undefined);
}

function rowsByColumn({ columns, rows }: StatementResult): FactRow[] {
  const positions = new Map(columns.map((column, at) => [column, at]));
  return rows.map((row) => (column) => {
    const at = positions.get(column);
    return at === undefined ? "" : String(row[at] ?? "");
  });
}
