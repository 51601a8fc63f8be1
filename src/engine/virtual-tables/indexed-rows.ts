import type { Gap } from "../../tables/host/gap.ts";
import type { ColumnType } from "../../tables/model/table.ts";
import { toColumnValue } from "../sqlite/cell-values.ts";

type AnyRow = Record<string, unknown>;

/** What a column must be equal to. */
export interface Equality {
  column: string;
  value: unknown;
}

/** Rows with an index per set of columns, built at its first use. */
export interface IndexedRows {
  rows: AnyRow[];
  /** All rows for which the equalities hold, possibly with others: SQLite compares again. */
  lookup(equalities: Equality[]): AnyRow[];
  /** The gaps that leave open rows for which the equalities hold. */
  missing(equalities: Equality[]): Gap[];
  /** A row's index, by which SQLite recognises a row that two branches of an OR find. */
  indexOf(row: AnyRow): number;
}

export function indexRows(
  rows: AnyRow[],
  columns: Record<string, ColumnType | undefined>,
  gaps: Gap[] = [],
): IndexedRows {
  const ofRows = gaps.filter((gap) => gap.rows);
  const indexes = new Map<string, Map<string, AnyRow[]>>();
  let positions: Map<AnyRow, number> | undefined;
  return {
    rows,
    indexOf(row) {
      positions ??= new Map(rows.map((each, position) => [each, position]));
      return positions.get(row) ?? -1;
    },
    lookup(equalities) {
      const names = equalities.map(({ column }) => column);
      const key = keyOf(equalities.map(({ value }) => value));
      if (key === null) return [];
      const id = names.join("\0");
      let index = indexes.get(id);
      if (!index) {
        index = indexBy(rows, (row) =>
          names.map((name) => toColumnValue(row[name], columns[name])),
        );
        indexes.set(id, index);
      }
      return index.get(key) ?? [];
    },
    missing: (equalities) =>
      ofRows.filter((gap) =>
        equalities.every(({ column, value }) => column !== gap.rows!.column || isOneOf(gap, value)),
      ),
  };
}

/** As loosely as `comparisonKey` compares. */
function isOneOf({ rows }: Gap, value: unknown): boolean {
  const key = value === null ? null : comparisonKey(value);
  return rows!.values.some((each) => comparisonKey(each) === key);
}

/** Null if one of the values is: NULL equals nothing. */
const keyOf = (values: unknown[]): string | null =>
  values.includes(null) ? null : values.map(comparisonKey).join("\0");

function indexBy(rows: AnyRow[], read: (row: AnyRow) => unknown[]): Map<string, AnyRow[]> {
  const index = new Map<string, AnyRow[]>();
  for (const row of rows) {
    const key = keyOf(read(row));
    if (key === null) continue;
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
