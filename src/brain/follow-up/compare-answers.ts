import type { Cell } from "../../contract/common.ts";
import type { Answer } from "../../contract/summary.ts";

/** How the rows of two runs of a question differ. */
export type RowChanges =
  | { comparable: true; columns: string[]; added: Cell[][]; removed: Cell[][]; left: string[] }
  | { comparable: false; why: string };

export interface RowTerms {
  /** Columns that differ at each run, such as sizes. */
  volatile: ReadonlySet<string>;
  /** Hosts that one of the runs could not ask. */
  unasked: ReadonlySet<string>;
}

const isCut = ({ rows, row_count, truncated }: Answer) => truncated || row_count > rows.length;
const keyOf = (row: Cell[], places: number[]) => JSON.stringify(places.map((at) => row[at]));

/** The rows that one of two answers to the same question has and the other has not. */
export function compareAnswers(
  before: Answer | null,
  now: Answer | null,
  { volatile, unasked }: RowTerms,
): RowChanges {
  const columns = now?.columns ?? before?.columns ?? [];
  if (before && now && before.columns.join("\n") !== now.columns.join("\n"))
    return { comparable: false, why: "the two answers have different columns" };
  if ([before, now].some((answer) => answer !== null && isCut(answer)))
    return { comparable: false, why: "one of the answers has more rows than are kept" };
  const left = columns.filter((name) => volatile.has(name));
  const places = columns.flatMap((name, at) => (volatile.has(name) ? [] : [at]));
  const host = columns.indexOf("host");
  const asked = (row: Cell[]) => host < 0 || !unasked.has(String(row[host]));
  const without = (rows: Cell[][], others: Cell[][]) => {
    const known = new Set(others.map((row) => keyOf(row, places)));
    return rows.filter((row) => asked(row) && !known.has(keyOf(row, places)));
  };
  const [earlier, later] = [before?.rows ?? [], now?.rows ?? []];
  return {
    comparable: true,
    columns,
    added: without(later, earlier),
    removed: without(earlier, later),
    left,
  };
}
