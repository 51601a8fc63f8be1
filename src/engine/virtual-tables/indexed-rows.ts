import type { ColumnType } from "../../tables/model/table.ts";
import { toColumnValue } from "../sqlite/cell-values.ts";

type AnyRow = Record<string, unknown>;

/** Rows that can be looked up by one column's value; each index is made at its first use. */
export interface IndexedRows {
  rows: AnyRow[];
  /** Every row equal in `column` to `value`, perhaps with others: SQLite compares again. */
  lookup(column: string, value: unknown): AnyRow[];
  /** A row's place among all, by which SQLite knows it again when branches of an OR both find it. */
  indexOf(row: AnyRow): number;
}

export function indexRows(
  rows: AnyRow[],
  columns: Record<string, ColumnType | undefined>,
): IndexedRows {
  const indexes = new Map<string, Map<string, AnyRow[]>>();
  let places: Map<AnyRow, number> | undefined;
  return {
    rows,
    indexOf(row) {
      places ??= new Map(rows.map((each, place) => [each, place]));
      return places.get(row) ?? -1;
    },
    lookup(column, value) {
      if (value === null) return [];
      let index = indexes.get(column);
      if (!index) {
        index = indexBy(rows, (row) => toColumnValue(row[column], columns[column]));
        indexes.set(column, index);
      }
      return index.get(comparisonKey(value)) ?? [];
    },
  };
}

function indexBy(rows: AnyRow[], read: (row: AnyRow) => unknown): Map<string, AnyRow[]> {
  const index = new Map<string, AnyRow[]>();
  for (const row of rows) {
    const value = read(row);
    if (value === null) continue;
    const key = comparisonKey(value);
    const bucket = index.get(key);
    if (bucket) bucket.push(row);
    else index.set(key, [row]);
  }
  return index;
}

/**
 * One key for all values that SQLite may hold equal under any affinity and the collations
 * BINARY, NOCASE and RTRIM: '1' and 1.0, 'Root' and 'root '.
 */
function comparisonKey(value: unknown): string {
  if (typeof value !== "string") return String(Number(value));
  const text = value.trimEnd();
  const number = text === "" ? Number.NaN : Number(text);
  return Number.isNaN(number) ? text.toLowerCase() : String(number);
}
