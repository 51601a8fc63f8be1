import type { ColumnType, Table } from "../../tables/model/table.ts";
import type { RunOptions } from "../types.ts";
import { plainShape, shapeOf, type TableShape } from "../virtual-tables/table-shape.ts";
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
    const shape = shapeOf(table, null);
    const extra = extraColumns(shape.columns, own?.list?.slice(0, 1));
    add(withColumns(shape, extra), own ? own.list : []);
  }
  for (const { name, list } of rowsByName.values()) add(newShape(name, list), list);
  if (merged) {
    const { shape, collection } = mergedTable(merged);
    shapes.push(shape);
    collections.set(shape.name, collection);
  }
  return { shapes, collections };

  function add(shape: TableShape, list: RowsOrDenied): void {
    shapes.push(shape);
    collections.set(
      shape.name,
      list === null
        ? unavailable("denied", "denied when it was collected")
        : available(shape, { rows: list, gaps: gaps[shape.name] ?? [] }),
    );
  }
}

/** A SQL table needs a column: an empty table of unknown shape gets a placeholder. */
function newShape(name: string, list: RowsOrDenied): TableShape {
  const columns = extraColumns({}, list);
  return plainShape({
    name,
    columns: Object.keys(columns).length > 0 ? columns : { rows: "TEXT" },
  });
}

function withColumns(shape: TableShape, extra: Record<string, ColumnType>): TableShape {
  const names = Object.keys(extra);
  if (names.length === 0) return shape;
  return {
    ...shape,
    columns: { ...shape.columns, ...extra },
    columnNames: [...shape.columnNames, ...names],
  };
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
  const shape = plainShape({ name, columns: {}, columnNames });
  const list = rows.map((row) =>
    Object.fromEntries(positions.map(({ column, position }) => [column, row[position]])),
  );
  return { shape, collection: available(shape, { rows: list, gaps: [] }) };
}

/** Columns of `rows` that are missing in `columns`; SQLite compares names case-insensitively. */
function extraColumns(
  columns: TableShape["columns"],
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
