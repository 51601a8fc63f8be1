import type { Host } from "../../tables/host/port.ts";
import type { ColumnType, PushDownTable } from "../../tables/model/table.ts";
import type { Gap } from "../../tables/host/gap.ts";
import type { IndexedRows } from "./indexed-rows.ts";

/** How a table looks to SQL. */
export interface TableShape {
  name: string;
  /** A column without a type takes its values as they are. */
  columns: Record<string, ColumnType | undefined>;
  /** In the order `SELECT *` gives them: an object would put names such as "1" in front. */
  columnNames: string[];
  /** Set for a table that reads the host within the statement. */
  pushDown: PushDownTable | null;
}

/**
 * What the virtual tables work on while one statement is prepared or stepped. SQLite calls
 * back synchronously, so one evaluation at a time is current in a thread.
 */
export interface Evaluation {
  host: Host;
  /** Tables that SQLite made a plan for: those to collect. */
  planned: Set<string>;
  /** Push-down tables for which a plan was tried without a constraint they need, with the columns for it. */
  unconstrained: Map<string, string[]>;
  /** Rows of the collected tables; nothing is in it while tables are being found out. */
  collected: ReadonlyMap<string, IndexedRows>;
  /** Numbers for the rows of push-down tables, by their content. */
  rowNumbers: Map<string, number>;
  /** Every column the statement reads, as `columnKey`. */
  columnsRead: Set<string>;
  report(table: string, gap: Gap): void;
  /** By `performance.now()`. */
  deadlineMs: number;
  /** What a table threw while it was read, to be told in place of SQLite's bare code. */
  failure: Error | null;
}

/** A column of a table, whatever the case of their names. */
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
