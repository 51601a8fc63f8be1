import type { StatementResult } from "../../contract/plan.ts";
import type { Preparation } from "../../engine/run/run-statement.ts";
import { createSqlRunner } from "../../engine/run/sql-runner.ts";
import type { TableInfo } from "../../engine/types.ts";
import { openHost } from "../../tables/host/local.ts";
import { tables } from "../../tables/registry.ts";

const maxRows = 1_000_000;
const timeoutMs = 60_000;

/** Runs one SELECT over this machine's tables in this thread, without a server or worker. */
export async function queryThisMachine(sql: string): Promise<StatementResult> {
  const runner = await createSqlRunner({ host: openHost(), tables });
  try {
    const [result] = await runner.run([
      { id: "query", sql, max_rows: maxRows, timeout_ms: timeoutMs },
    ]);
    return result!;
  } finally {
    runner.close();
  }
}

export async function listTables(): Promise<TableInfo[]> {
  const runner = await createSqlRunner({ host: openHost(), tables });
  try {
    return runner.tables();
  } finally {
    runner.close();
  }
}

/** What preparing a statement shows, in the order of the statements. */
export type PreparedHere = Preparation & {
  /** The tables read, with the platforms that have them. */
  reads: TableInfo[];
};

/** Prepares statements over the tables of every platform; collects nothing. */
export async function prepareHere(statements: string[]): Promise<PreparedHere[]> {
  const runner = await createSqlRunner({ host: openHost(), tables });
  try {
    const known = runner.tables();
    return statements.map((sql) => {
      const prepared = runner.prepare(sql);
      const read = new Set(prepared.tables.map((name) => name.toLowerCase()));
      return { ...prepared, reads: known.filter(({ name }) => read.has(name.toLowerCase())) };
    });
  } finally {
    runner.close();
  }
}
