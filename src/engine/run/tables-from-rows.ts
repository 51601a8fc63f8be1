import type { ColumnType, Table } from "../../tables/model/table.ts";
import type { RunOptions } from "../types.ts";
import { shapeOf, type TableShape } from "../virtual-tables/evaluation.ts";
import { available, type Collection, unavailable } from "./collect-tables.ts";

type RowsOrDenied = Record<string, unknown>[] | null;

export interface RowTables {
  /** The tables' schemas with the columns of the rows; none is a push-down table. */
  shapes: TableShape[];
  collections: Map<string, Collection>;
}

/**
 * Tables made from the rows of a snapshot or a simulated host: a known table without rows is empty,
 * `null` is denied. Unknown tables, and columns that a known table lacks (a merge adds `host`), are
 * derived from the rows.
 */
export function tablesFromRows(
  { rows = {}, gaps = {}, mergedTable: merged }: Pick<RunOptions, "rows" | "gaps" | "mergedTable">,
  tables: Table[],
): RowTables {
  const rowsByName = new Map(
    Object.entries(rows).map(([name, list]) => [
      name.toLowerCase(),
      { name, list: typeof list === "string" ? (JSON.parse(list) as RowsOrDenied) : list },
    ]),
  );
  const shapes: TableShape[] = [];
  const collections = new Map<string, Collection>();
  for (const table of tables) {
    const own = rowsByName.get(table.name.toLowerCase());
    rowsByName.delete(table.name.toLowerCase());
    const columns = { ...table.columns, ...extraColumns(table.columns, own?.list?.slice(0, 1)) };
    add(table.name, columns, own ? own.list : []);
  }
  for (const { name, list } of rowsByName.values()) add(name, extraColumns({}, list), list);
  if (merged) {
    const { shape, collection } = mergedTable(merged);
    shapes.push(shape);
    collections.set(shape.name, collection);
  }
  return { shapes, collections };

  function add(
    name: string,
    columns: Record<string, ColumnType>,
    list: Record<string, unknown>[] | null,
  ): void {
    // A SQL table needs a column: an empty table of unknown shape gets a placeholder.
    const shown = Object.keys(columns).length > 0 ? columns : { rows: "TEXT" as const };
    shapes.push(shapeOf({ name, columns: shown }));
    collections.set(
      name,
      list === null
        ? unavailable("denied", "denied when it was collected")
        : available({ columns: shown }, { rows: list, gaps: gaps[name] ?? [] }),
    );
  }
}

/** A table from rows in column order; of columns with the same name only the first is used. */
function mergedTable({ name, columns, rows }: NonNullable<RunOptions["mergedTable"]>): {
  shape: TableShape;
  collection: Collection;
} {
  const seen = new Set<string>();
  const positions = columns.flatMap((column, position) => {
    if (seen.has(column.toLowerCase())) return [];
    seen.add(column.toLowerCase());
    return [{ column, position }];
  });
  const columnNames = positions.map(({ column }) => column);
  const shape = shapeOf({ name, columns: {}, columnNames });
  const list = rows.map((row) =>
    Object.fromEntries(positions.map(({ column, position }) => [column, row[position]])),
  );
  return { shape, collection: available(shape, { rows: list, gaps: [] }) };
}

/** Columns of `rows` that are missing in `columns`; SQLite compares names case-insensitively. */
function extraColumns(
  columns: Record<string, ColumnType>,
  rows: Record<string, unknown>[] | null | undefined,
): Record<string, ColumnType> {
  const known = new Set(Object.keys(columns).map((name) => name.toLowerCase()));
  const extra: Record<string, ColumnType> = {};
  for (const row of rows ?? []) {
    for (const [name, value] of Object.entries(row)) {
      if (known.has(name.toLowerCase())) continue;
      known.add(name.toLowerCase());
      extra[name] = typeof value === "number" ? numberType(value) : "TEXT";
    }
  }
  return extra;
}

const numberType = (value: number): ColumnType => (Number.isInteger(value) ? "BIGINT" : "DOUBLE");
