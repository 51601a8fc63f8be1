import type { Gap } from "../../tables/host/gap.ts";
import type { Host } from "../../tables/host/port.ts";
import type { IndexedRows } from "./indexed-rows.ts";

/**
 * The state of the virtual tables while one statement is prepared or stepped. SQLite's callbacks are
 * synchronous, so a thread has one current evaluation at a time.
 */
export interface Evaluation {
  host: Host;
  /** Tables in SQLite's query plan, which must be collected. */
  planned: Set<string>;
  /** Tables in the plan that read a place that the statement names, with the column that names it. */
  placed: Map<string, string>;
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
