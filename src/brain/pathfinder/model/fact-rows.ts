import type { StatementResult } from "../../../contract/plan.ts";

/** One row of an answer: the text of a cell by its column, "" for NULL and for a column that isn't there. */
export type FactRow = (column: string) => string;

/** The rows of a fact that was seen whole; null when it, or some rows of it, were not. */
export function completeRows(result: StatementResult | undefined): FactRow[] | null {
  return result && isComplete(result) ? rowsByColumn(result) : null;
}

/** The rows that were seen, be they all or not. */
export function availableRows(result: StatementResult | undefined): FactRow[] {
  return result ? rowsByColumn(result) : [];
}

function isComplete({ error, gaps, truncated }: StatementResult): boolean {
  return error === null && !truncated && gaps.every(({ columns }) => columns !== undefined);
}

function rowsByColumn({ columns, rows }: StatementResult): FactRow[] {
  const places = new Map(columns.map((column, at) => [column, at]));
  return rows.map((row) => (column) => {
    const at = places.get(column);
    return at === undefined ? "" : String(row[at] ?? "");
  });
}
