import type { ColumnType, PushDownTable, Table, TableInput } from "../../tables/model/table.ts";
import { type OsqueryColumn, osqueryColumns } from "../../tables/osquery/osquery-columns.ts";

/** A table's schema for SQL. */
export interface TableShape {
  name: string;
  /** A column without a type keeps its values unconverted. */
  columns: Record<string, ColumnType | undefined>;
  /** In the order of `SELECT *`; in an object, names such as "1" would come first. */
  columnNames: string[];
  /** Columns that `SELECT *` and NATURAL JOIN leave out. */
  hidden: ReadonlySet<string>;
  /**
   * Columns that osquery's table of this name lacks. Only a statement that needs one sees it, so
   * that any other statement means what it means in osquery.
   */
  own: ReadonlySet<string>;
  collations: ReadonlyMap<string, string>;
  /** Set for a table that reads the host while the statement runs. */
  pushDown: PushDownTable | null;
  /** Set for a table that can read a place that the statement names. */
  input: TableInput | null;
}

/** The shape of a table that osquery lacks. */
export function plainShape(table: {
  name: string;
  columns: TableShape["columns"];
  columnNames?: string[];
}): TableShape {
  return {
    name: table.name,
    columns: table.columns,
    columnNames: table.columnNames ?? Object.keys(table.columns),
    hidden: new Set(),
    own: new Set(),
    collations: new Map(),
    pushDown: null,
    input: null,
  };
}

/**
 * The shape of a table with osquery's columns first. A column of osquery that the table lacks is
 * NULL and hidden, as is one of another platform; `platform` null shows those of any.
 */
export function shapeOf(
  table: Pick<Table, "name" | "columns">,
  platform: NodeJS.Platform | null,
): TableShape {
  const known = madeShapes.get(table) ?? new Map<NodeJS.Platform | null, TableShape>();
  madeShapes.set(table, known);
  const shape = known.get(platform) ?? makeShape(table, platform);
  known.set(platform, shape);
  return shape;
}

/** Made once: a question over snapshots needs the same few for each of ten thousand hosts. */
const madeShapes = new WeakMap<object, Map<NodeJS.Platform | null, TableShape>>();

function makeShape(
  { name, columns }: Pick<Table, "name" | "columns">,
  platform: NodeJS.Platform | null,
): TableShape {
  const osquery = osqueryColumns(name);
  if (!osquery) return plainShape({ name, columns });
  const known = new Map(osquery.map((column) => [column.name, column]));
  const own = Object.keys(columns).filter((column) => !known.has(column));
  const common = Object.keys(columns).filter((column) => known.has(column));
  const absent = osquery.filter((column) => !Object.hasOwn(columns, column.name));
  const hidden = common.filter((column) => isHidden(known.get(column)!, platform));
  return {
    name,
    columns: { ...columns, ...Object.fromEntries(absent.map((one) => [one.name, one.type])) },
    columnNames: [...common, ...absent.map((column) => column.name), ...own],
    hidden: new Set([...hidden, ...absent.map((column) => column.name)]),
    own: new Set(own),
    collations: new Map(
      osquery.flatMap((column) => (column.collation ? [[column.name, column.collation]] : [])),
    ),
    pushDown: null,
    input: null,
  };
}

const isHidden = ({ hidden, platforms }: OsqueryColumn, platform: NodeJS.Platform | null) =>
  hidden || (platform !== null && platforms !== null && !platforms.includes(platform));

/** The shape without its own columns, except those in `revealed`. */
export function withOwnColumns(shape: TableShape, revealed: ReadonlySet<string>): TableShape {
  const columnNames = shape.columnNames.filter(
    (column) => !shape.own.has(column) || revealed.has(column),
  );
  return { ...shape, columnNames };
}

/** The statement by which SQLite learns the shape's columns. */
export function declaration({ columnNames, columns, collations, hidden }: TableShape): string {
  const list = columnNames.map((name) => {
    const collation = collations.get(name);
    return [
      `"${name.replaceAll('"', '""')}"`,
      columns[name] ?? "",
      hidden.has(name) ? "HIDDEN" : "",
      collation ? `COLLATE ${collation}` : "",
    ].join(" ");
  });
  return `CREATE TABLE t(${list.join(", ")})`;
}
