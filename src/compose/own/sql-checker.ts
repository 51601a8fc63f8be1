import type { SqlChecker } from "../../brain/definitions/check-sql.ts";
import type { PlanStatement, StatementResult } from "../../contract/plan.ts";
import type { RunOptions, TableInfo } from "../../engine/types.ts";

/** What of an engine, or of a runner in this thread, checks statements. */
export interface Preparing {
  run(statements: PlanStatement[], options: Pick<RunOptions, "rows">): Promise<StatementResult[]>;
  tablesRead(sql: string): Promise<string[] | null> | string[] | null;
  tables(): Promise<TableInfo[]> | TableInfo[];
}

const timeoutMs = 5_000;

/** Checks statements over empty tables; no host is read. */
export async function createSqlChecker(engine: Preparing): Promise<SqlChecker> {
  const tables = await engine.tables();
  return {
    tables,
    async prepare(sql) {
      const statement = { id: "check", sql, max_rows: 1, timeout_ms: timeoutMs };
      const [result] = await engine.run([statement], { rows: {} });
      if (!result || result.error) return { ok: false, message: result?.error?.message ?? "" };
      const read = await engine.tablesRead(sql);
      if (read) return { ok: true, columns: result.columns, tables: read };
      return { ok: false, message: unconstrained(sql, tables) };
    },
  };
}

/** Over given rows every statement runs; on a host, some tables need a condition. */
function unconstrained(sql: string, tables: TableInfo[]): string {
  const [table] = tables.filter(
    ({ name, required }) => required.length > 0 && new RegExp(`\\b${name}\\b`, "i").test(sql),
  );
  return table
    ? `${table.name} must be constrained: WHERE ${table.required.join(" or ")} with =, IN or LIKE`
    : "the statement can't be prepared";
}
