import type { PlanStatement, StatementResult } from "../../contract/plan.ts";
import { failed } from "../run/run-statement.ts";
import type { RunnerOptions } from "../run/sql-runner.ts";
import type { RequestOutcome } from "./engine-worker.ts";
import type { WorkerPool } from "./worker-pool.ts";
import type { WorkerMessage } from "./worker-protocol.ts";

/** How long a worker may take over what it owes before it is ended. */
export interface WatchdogTimes {
  /** Beyond a statement's or a table's own time. */
  graceMs: number;
  /** From the request to a worker's first word. */
  startMs: number;
}

/** Workers that may be ended over one run before what is left of it is given up. */
const maxAttempts = 4;
/** A worker whose SQLite has grown beyond this is replaced: its memory never shrinks. */
const maxReusableBytes = 96 << 20;

interface Attempt {
  end: RequestOutcome;
  /** Whether the watchdog ended the worker. */
  late: boolean;
  /** What the worker was at when it ended. */
  at: { statement: number | null; table: string | null };
}

/**
 * Runs statements in a worker of the pool. A worker that does not come back in time is ended;
 * the statement (or table) it hung on is reported as timed out, the others run again in a new one.
 */
export async function runInWorker(
  pool: WorkerPool,
  statements: PlanStatement[],
  {
    options,
    patience,
    signal,
  }: { options: RunnerOptions; patience: WatchdogTimes; signal?: AbortSignal | undefined },
): Promise<StatementResult[]> {
  const results = new Map<number, StatementResult>();
  const stuckTables: string[] = [];
  let lost = "the engine gave no answer";
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const left = statements.map((_, index) => index).filter((index) => !results.has(index));
    if (left.length === 0) break;
    const { end, late, at } = await tryOnce(pool, {
      statements: left.map((index) => statements[index]!),
      options: { ...options, stuckTables },
      patience,
      signal,
      onResult: (index, result) => results.set(left[index]!, result),
    });
    if (end.worker === "free" || signal?.aborted) break;
    lost = end.message;
    if (at.statement !== null) {
      const index = left[at.statement]!;
      const statement = statements[index]!;
      results.set(index, late ? timedOut(statement, patience) : crashed(statement, lost));
    } else if (late && at.table !== null) stuckTables.push(at.table);
  }
  const unanswered = signal?.aborted ? aborted : crashed;
  return statements.map((statement, index) => results.get(index) ?? unanswered(statement, lost));
}

const aborted = (statement: PlanStatement) =>
  failed(statement, { reason: "timed_out", message: "its run ended first" });

const crashed = (statement: PlanStatement, message: string) =>
  failed(statement, { reason: "error", message });

function timedOut(statement: PlanStatement, { graceMs }: WatchdogTimes): StatementResult {
  const message = `did not end within ${statement.timeout_ms} ms and was broken off`;
  return failed(
    statement,
    { reason: "timed_out", message },
    { durationMs: statement.timeout_ms + graceMs },
  );
}

async function tryOnce(
  pool: WorkerPool,
  {
    statements,
    options,
    patience,
    signal,
    onResult,
  }: {
    statements: PlanStatement[];
    options: RunnerOptions;
    patience: WatchdogTimes;
    signal: AbortSignal | undefined;
    onResult: (index: number, result: StatementResult) => void;
  },
): Promise<Attempt> {
  const worker = await pool.acquire(statements.map(({ sql }) => sql).join("\n"));
  const collectionMs = Math.max(...statements.map(({ timeout_ms }) => timeout_ms));
  const at: Attempt["at"] = { statement: null, table: null };
  let late = false;
  let timer: NodeJS.Timeout | undefined;

  function expectWithin(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      late = true;
      worker.terminate("did not come back in time");
    }, ms);
  }

  function hear(message: WorkerMessage): void {
    if (message.type === "table") {
      at.table = message.table;
      expectWithin(collectionMs + patience.graceMs);
    } else if (message.type === "statement") {
      at.statement = message.index;
      expectWithin(statements[message.index]!.timeout_ms + patience.graceMs);
    } else if (message.type === "result") {
      at.statement = null;
      onResult(message.index, message.result);
    }
  }

  const breakOff = () => worker.terminate("the run was broken off");
  // The wait for a worker may have outlived the run.
  if (signal?.aborted) {
    pool.release(worker, true);
    return { end: { worker: "gone", message: "the run was broken off" }, late, at };
  }
  signal?.addEventListener("abort", breakOff, { once: true });
  expectWithin(patience.startMs);
  const end = await worker.serve({ type: "run", statements, options }, hear);
  clearTimeout(timer);
  signal?.removeEventListener("abort", breakOff);
  pool.release(worker, end.worker === "free" && end.memoryBytes <= maxReusableBytes);
  return { end, late, at };
}
