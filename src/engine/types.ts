import type { Cell } from "../contract/common.ts";
import type { PlanStatement, StatementResult } from "../contract/plan.ts";
import type { Gap } from "../tables/host/gap.ts";

/** A table as listed by `tables()`. */
export interface TableInfo {
  name: string;
  description: string;
  platforms: string[];
  columns: { name: string; type: string }[];
  /** A statement must constrain one of these columns; empty for most tables. */
  required: string[];
  /** Whether it exists on this machine's platform. */
  here: boolean;
}

/**
 * Rows to query instead of collecting them live, from a snapshot or a simulated host; `null` for a
 * denied table. JSON text is parsed in the worker thread, not in the caller's.
 */
export type TableRows = Record<string, Record<string, unknown>[] | string | null>;

export interface RunOptions {
  /** Tables denied by a tag policy: not collected, and a statement that reads one has a `policy` gap. */
  deniedTables?: string[];
  /** Query these rows instead of this machine. A missing table is empty. */
  rows?: TableRows;
  /** The gaps of `rows` from when they were collected, by table. */
  gaps?: Record<string, Gap[]>;
  /** One more table, with the merged rows of several hosts. Its columns have no type. */
  mergedTable?: { name: string; columns: string[]; rows: Cell[][] };
  /** Maximum size of all results together; the rows beyond it are cut off. */
  resultBytes?: number;
  /** Aborts the run. */
  signal?: AbortSignal;
}

/** Runs SQL over a machine's tables in worker threads, without blocking the caller. */
export interface Engine {
  /** Resolves to one result per statement, in order. A bad statement has an `error`; it does not reject. */
  run(statements: PlanStatement[], options?: RunOptions): Promise<StatementResult[]>;
  /** The tables that a statement reads, in lower case and sorted; null if it can't be prepared. */
  tablesRead(sql: string): Promise<string[] | null>;
  tables(): Promise<TableInfo[]>;
  close(): Promise<void>;
}
