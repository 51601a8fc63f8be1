import type { PlanStatement, StatementResult } from "../../contract/plan.ts";
import type { Gap } from "../../tables/host/gap.ts";
import type { CommandOutput } from "../../tables/host/port.ts";
import type { LocalSurvey } from "../../tables/permissions/survey-local-files.ts";
import type { RunnerOptions } from "../run/sql-runner.ts";
import type { ThreadBudget } from "../sqlite/memory-budget.ts";
import type { TableInfo } from "../types.ts";

/** The machine that a worker reads: the options of `openHost`, without the clock. */
export interface WorkerHost {
  root?: string;
  platform?: NodeJS.Platform;
  recorded?: Record<string, CommandOutput>;
}

/** What a worker is started with. */
export interface WorkerStart {
  host: WorkerHost;
  /** The worker's own file, of which it starts a `SurveyStart`. */
  url: string;
  /** One 32-bit integer: the index of the statement that runs, or `noStatement`. */
  position: SharedArrayBuffer;
  /** A thread that has more memory after a run is replaced. */
  reusableBytes: number;
  /** Absent if the engine's memory is not limited beyond that of each statement. */
  budget?: ThreadBudget;
}

export const noStatement = -1;

/** What a thread is started with that surveys the local file systems, sends what it found and ends. */
export interface SurveyStart {
  survey: WorkerHost;
}

export type SurveyMessage = { survey: LocalSurvey } | { gap: Gap };

/**
 * Sent to a worker, one at a time: the next one after `done`. Without statements it runs those of the
 * run before: copying a posture's for each of a fleet's hosts takes as long as running some of them.
 */
export type WorkerRequest =
  | { type: "run"; statements: PlanStatement[] | null; options: RunnerOptions }
  | { type: "tables" }
  | { type: "tablesRead"; sql: string };

/** The same with its statements. */
export type CompleteRequest =
  | Exclude<WorkerRequest, { type: "run" }>
  | { type: "run"; statements: PlanStatement[]; options: RunnerOptions };

export interface FinishedStatement {
  index: number;
  result: StatementResult;
}

/**
 * Sent by a worker. It announces each table first, so that the watchdog knows what hangs. Results come
 * several at a time, the first message before any: for small statements, a message each takes longer.
 */
export type WorkerMessage =
  | { type: "table"; table: string }
  | { type: "results"; finished: FinishedStatement[] }
  | { type: "tables"; tables: TableInfo[] }
  | { type: "tablesRead"; tables: string[] | null }
  | { type: "done"; memoryBytes: number }
  | { type: "broken"; message: string };
