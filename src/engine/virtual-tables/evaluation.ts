import type { Gap } from "../../tables/host/gap.ts";
import type { Host } from "../../tables/host/port.ts";
import type { ColumnType, PushDownTable } from "../../tables/model/table.ts";
import type { IndexedRows } from "./indexed-rows.ts";

/** A table's schema for SQL. */
export interface TableShape {
  name: string;
  /** A column without a type keeps its values unconverted. */
  columns: Record<string, ColumnType | undefined>;
  /** In the order of `SELECT *`; in an object, names such as "1" would come first. */
  columnNames: string[];
  /** Set for a table that reads the host while the statement runs. */
  pushDown: PushDownTable | null;
}

/**
 * The state of the virtual tables while one statement is prepared or stepped. SQLite's callbacks are
 * synchronous, so a thread has one current evaluation at a time.
 */
export interface Evaluation {
  host: Host;
  /** Tables in SQLite's query plan, which must be collected. */
  planned: Set<string>;
  /** Push-down tables that were planned without a required constraint, with their required columns. */
  unconstrained: Map<string, string[]>;
  /** Rows of the collected tables; empty while a statement is only prepared. */
  collected: { get(table: string): IndexedRows | undefined };
  /** Row numbers of push-down tables' rows, by content. */
  rowNumbers: Map<string, number>;
  /** The columns that the statement reads, as `columnKey`. */
  columnsRead: Set<string>;
  report(table: string, gap: Gap): void;
  /** By `performance.now()`. */
  deadlineMs: number;
  /** The error that a table threw, reported instead of SQLite's generic code. */
  failure: Error | null;
}

/** A case-insensitive key for a column of a table. */
export function columnKey(table: string, column: string): string {
  return `${table}.${column}`.toLowerCase();
}

export function shapeOf(table: {
  name: string;
  columns: Record<string, ColumnType | undefined>;
  columnNames?: string[];
  pushDown?: PushDownTable | null;
}): TableShape {
  return {
    name: table.name,
    columns: table.columns,
    columnNames: table.columnNames ?? Object.keys(table.columns),
    pushDown: table.pushDown ?? null,
  };
}
