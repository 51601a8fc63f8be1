import type { PlanStatement, StatementResult } from "../../contract/plan.ts";
import type { CommandOutput } from "../../tables/host/port.ts";
import type { RunnerOptions } from "../run/sql-runner.ts";
import type { TableInfo } from "../types.ts";

/** The machine a worker answers for; what `openHost` takes, but for the clock. */
export interface WorkerHost {
  root?: string;
  platform?: NodeJS.Platform;
  recorded?: Record<string, CommandOutput>;
}

/** To a worker: one at a time, the next after `done`. */
export type WorkerRequest =
  | { type: "run"; statements: PlanStatement[]; options: RunnerOptions }
  | { type: "tables" }
  | { type: "tablesRead"; sql: string };

/** From a worker; what it is at comes before the work, so that it is known even if it never ends. */
export type WorkerMessage =
  | { type: "table"; table: string }
  | { type: "statement"; index: number }
  | { type: "result"; index: number; result: StatementResult }
  | { type: "tables"; tables: TableInfo[] }
  | { type: "tablesRead"; tables: string[] | null }
  | { type: "done"; memoryBytes: number }
  | { type: "broken"; message: string };
