import type { ColumnType, Table } from "../../tables/model/table.ts";
import type { RunOptions } from "../types.ts";
import { shapeOf, type TableShape } from "../virtual-tables/evaluation.ts";
import { available, type Collection, unavailable } from "./collect-tables.ts";

type RowsOrDenied = Record<string, unknown>[] | null;

export interface RowTables {
  /** Every table as the rows make it look: none pushes down, some have columns of their own. */
  shapes: TableShape[];
  collections: Map<string, Collection>;
}

/**
 * Rows from a snapshot or a simulated host as tables: a known table that is absent is empty,
 * `null` is denied. A table we don't know, and columns that a known one lacks (a merge adds
 * `host`), are taken from the rows.
 */
export function tablesFromRows(
  { rows = {}, gaps = {}, mergedTable: merged }: Pick<RunOptions, "rows" | "gaps" | "mergedTable">,
  tables: Table[],
): RowTables {
  const given = new Map(
    Object.entries(rows).map(([name, list]) => [
      name.toLowerCase(),
      { name, list: typeof list === "string" ? (JSON.parse(list) as RowsOrDenied) : list },
    ]),
  );
  const shapes: TableShape[] = [];
  const collections = new Map<string, Collection>();
  for (const table of tables) {
    const own = given.get(table.name.toLowerCase());
    given.delete(table.name.toLowerCase());
    const columns = { ...table.columns, ...extraColumns(table.columns, own?.list?.slice(0, 1)) };
    add(table.name, columns, own ? own.list : []);
  }
  for (const { name, list } of given.values()) add(name, extraColumns({}, list), list);
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
    // SQL has no table without columns: one that nothing is known of keeps a nameless place.
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

/** A table of rows in the order of its columns; of columns with the same name the first counts. */
function mergedTable({ name, columns, rows }: NonNullable<RunOptions["mergedTable"]>): {
  shape: TableShape;
  collection: Collection;
} {
  const seen = new Set<string>();
  const places = columns.flatMap((column, place) => {
    if (seen.has(column.toLowerCase())) return [];
    seen.add(column.toLowerCase());
    return [{ column, place }];
  });
  const columnNames = places.map(({ column }) => column);
  const shape = shapeOf({ name, columns: {}, columnNames });
  const list = rows.map((row) =>
    Object.fromEntries(places.map(({ column, place }) => [column, row[place]])),
  );
  return { shape, collection: available(shape, { rows: list, gaps: [] }) };
}

/** Columns of `rows` that `columns` lacks; SQLite tells names apart without regard to case. */
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
