import type { PlanStatement, StatementResult, TableGap } from "../contract/plan.ts";

/** One table as an agent's snapshot shows it. */
export interface SnapshotPart {
  name: string;
  /** Rows by column name; `null` stands for a table that was denied. */
  rows: Record<string, unknown>[] | null;
  /** What of the table could not be seen. */
  gaps: TableGap[];
}

/** What an agent answers from: a machine's engine, or the recorded rows of a simulated host. */
export interface Answerer {
  /** One result a statement, in order; never rejects for a bad statement. */
  run(
    statements: PlanStatement[],
    options: { deniedTables: string[]; signal: AbortSignal },
  ): Promise<StatementResult[]>;
  /**
   * The tables that snapshots keep, without those that can't be had whole; one of `deniedTables`
   * is not looked at. Rows that are the very same array as before are not hashed again.
   */
  collectTables(deniedTables: string[], signal: AbortSignal): Promise<SnapshotPart[]>;
}
