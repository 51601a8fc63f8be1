import type { Cell } from "../contract/common.ts";
import type { PlanStatement, StatementResult } from "../contract/plan.ts";
import type { Gap } from "../tables/host/gap.ts";

/** A table as a listing shows it. */
export interface TableInfo {
  name: string;
  description: string;
  platforms: string[];
  columns: { name: string; type: string }[];
  /** Columns of which a statement must constrain one; empty for most. */
  required: string[];
  /** Whether it exists on this machine's platform. */
  here: boolean;
}

/**
 * Rows given instead of a collector's: snapshots, simulated hosts. `null` stands for a denied
 * table. As JSON text they are parsed by the thread that evaluates them, and cost the caller's nothing.
 */
export type TableRows = Record<string, Record<string, unknown>[] | string | null>;

export interface RunOptions {
  /** Tables that must not be collected (tag policy); a statement that reads one has a `policy` gap. */
  deniedTables?: string[];
  /** Evaluate over these rows instead of this machine. A table that is absent reads as empty. */
  rows?: TableRows;
  /** What of the given rows could not be seen when they were collected, by table. */
  gaps?: Record<string, Gap[]>;
  /** One more table, given as it is: the merged rows of several hosts. Its columns have no type. */
  mergedTable?: { name: string; columns: string[]; rows: Cell[][] };
  /** Breaks the run off: nobody waits for its results any more. */
  signal?: AbortSignal;
}

/** Answers SQL over a machine's tables, in a worker thread that never blocks the caller. */
export interface Engine {
  /** One result a statement, in order; never rejects for a bad statement (its `error` says so). */
  run(statements: PlanStatement[], options?: RunOptions): Promise<StatementResult[]>;
  /** The tables a statement reads, lower case, sorted; null when it can't be prepared. */
  tablesRead(sql: string): Promise<string[] | null>;
  tables(): Promise<TableInfo[]>;
  close(): Promise<void>;
}
