import type { ColumnType } from "../../tables/model/table.ts";
import { toColumnValue } from "../sqlite/cell-values.ts";

type AnyRow = Record<string, unknown>;

/** Rows with an index per column, built at its first use. */
export interface IndexedRows {
  rows: AnyRow[];
  /** All rows where `column` equals `value`, possibly with others: SQLite compares again. */
  lookup(column: string, value: unknown): AnyRow[];
  /** A row's index, by which SQLite recognises a row that two branches of an OR find. */
  indexOf(row: AnyRow): number;
}

export function indexRows(
  rows: AnyRow[],
  columns: Record<string, ColumnType | undefined>,
): IndexedRows {
  const indexes = new Map<string, Map<string, AnyRow[]>>();
  let positions: Map<AnyRow, number> | undefined;
  return {
    rows,
    indexOf(row) {
      positions ??= new Map(rows.map((each, position) => [each, position]));
      return positions.get(row) ?? -1;
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
 * The same key for all values that SQLite may consider equal under any affinity and the collations
 * BINARY, NOCASE and RTRIM, such as '1' and 1.0, or 'Root' and 'root '.
 */
function comparisonKey(value: unknown): string {
  if (typeof value !== "string") return String(Number(value));
  const text = value.trimEnd();
  const number = text === "" ? Number.NaN : Number(text);
  return Number.isNaN(number) ? text.toLowerCase() : String(number);
}
