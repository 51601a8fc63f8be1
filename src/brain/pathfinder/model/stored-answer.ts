import type { StatementResult } from "../../../contract/plan.ts";

export type Cell = string | number | null;

/**
 * A rule's answer as it is stored between searches: all rows in one JSON buffer outside the heap.
 */
export interface StoredAnswer {
  columns: string[];
  json: Buffer;
}

const nothing = Buffer.from("[]");

/** Shares equal column lists: many hosts answer with the same columns. */
export type InternColumns = (columns: string[]) => string[];

export function createColumnInterner(): InternColumns {
  const known = new Map<string, string[]>();
  return (columns) => {
    const key = columns.join("\n");
    const shared = known.get(key) ?? columns;
    known.set(key, shared);
    return shared;
  };
}

export function storeAnswer(
  { columns, rows }: StatementResult,
  share: InternColumns,
): StoredAnswer {
  const json = rows.length === 0 ? nothing : Buffer.from(JSON.stringify(rows));
  return { columns: share(columns), json };
}

export function rowsOf({ json }: StoredAnswer): Cell[][] {
  return JSON.parse(json.toString("utf8")) as Cell[][];
}
