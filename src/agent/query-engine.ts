import type { PlanStatement, StatementResult, TableGap } from "../contract/plan.ts";

/** One table of a snapshot. */
export interface SnapshotTableRows {
  name: string;
  /** Rows by column name; `null` for a denied table. */
  rows: Record<string, unknown>[] | null;
  /** The parts of the table that could not be read. */
  gaps: TableGap[];
}

/** Evaluates an agent's statements: the live engine of a machine, or a simulated host's recorded rows. */
export interface QueryEngine {
  /** Resolves to one result per statement, in order; never rejects for a bad statement. */
  run(
    statements: PlanStatement[],
    options: { deniedTables: string[]; signal: AbortSignal },
  ): Promise<StatementResult[]>;
  /**
   * Collects the tables of a snapshot. Incomplete tables are left out and `deniedTables` are not
   * read. When `rows` is the same array as last time, it is not hashed again.
   */
  collectTables(deniedTables: string[], signal: AbortSignal): Promise<SnapshotTableRows[]>;
}
