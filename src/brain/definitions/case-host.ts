import { Type } from "typebox";
import type { PlanStatement, StatementResult } from "../../contract/plan.ts";

const Rows = Type.Array(Type.Record(Type.String(), Type.Unknown()));

/** What a test case says of its host. */
export const CaseHost = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  /** `linux` by default. */
  os: Type.Optional(Type.Enum(["linux", "darwin", "windows"])),
  /** Rows by table; other tables are empty. */
  tables: Type.Optional(Type.Record(Type.String(), Rows)),
  /** Tables that the agent may not read. */
  denied: Type.Optional(Type.Array(Type.String())),
};

/** Rows by table; `null` for a table that is denied. */
export type CaseRows = Record<string, Record<string, unknown>[] | null>;

/** Runs statements over the rows of a case. */
export type RunOverCase = (
  statements: PlanStatement[],
  rows: CaseRows,
) => Promise<StatementResult[]>;

const limits = { max_rows: 10_000, timeout_ms: 10_000 };

/** The results of statements on the host of a test case. */
export function runOverCase(
  statements: Pick<PlanStatement, "id" | "sql">[],
  { tables = {}, denied = [] }: { tables?: CaseRows | undefined; denied?: string[] | undefined },
  run: RunOverCase,
): Promise<StatementResult[]> {
  const rows = { ...tables, ...Object.fromEntries(denied.map((table) => [table, null])) };
  return run(
    statements.map((statement) => ({ ...statement, ...limits })),
    rows,
  );
}
