import { createHash } from "node:crypto";
import type { PlanStatement, StatementResult } from "../../contract/plan.ts";
import { cachedByItems } from "../../core/cached/cached-by-items.ts";
import { failed } from "../run/run-statement.ts";
import type { RunnerOptions } from "../run/sql-runner.ts";
import type { RequestOutcome } from "./engine-worker.ts";
import type { WorkerPool } from "./worker-pool.ts";
import type { WorkerMessage } from "./worker-protocol.ts";

/** Timeouts after which the watchdog ends a worker. */
export interface WatchdogTimes {
  /** Beyond the timeout of a statement or a table. */
  graceMs: number;
  /** From the request to the worker's first message. */
  startMs: number;
}

/** Workers that one run may use up before its remaining statements fail. */
const maxAttempts = 4;

interface Attempt {
  end: RequestOutcome;
  /** Whether the watchdog ended the worker. */
  timedOut: boolean;
  /** What the worker was doing when it ended. */
  current: { statement: number | null; table: string | null };
}

/**
 * Runs statements in a worker of the pool. The watchdog ends a worker that hangs: the statement or
 * table it hung on is reported as timed out, and the others run again in a new worker.
 */
export async function runInWorker(
  pool: WorkerPool,
  statements: PlanStatement[],
  {
    options,
    watchdog,
    maxReusableBytes,
    signal,
  }: {
    options: RunnerOptions;
    watchdog: WatchdogTimes;
    /** A worker that has more memory after the run is not used again. */
    maxReusableBytes: number;
    signal?: AbortSignal | undefined;
  },
): Promise<StatementResult[]> {
  const results = new Map<number, StatementResult>();
  const stuckTables: string[] = [];
  let lost = "the engine did not answer";
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const left = statements.map((_, index) => index).filter((index) => !results.has(index));
    if (left.length === 0) break;
    const { end, timedOut, current } = await attemptRun(pool, {
      statements: left.map((index) => statements[index]!),
      options: { ...options, stuckTables },
      watchdog,
      maxReusableBytes,
      signal,
      onResult: (index, result) => results.set(left[index]!, result),
    });
    if (end.worker === "free" || signal?.aborted) break;
    lost = end.message;
    if (current.statement !== null) {
      const index = left[current.statement]!;
      const statement = statements[index]!;
      results.set(index, timedOut ? timedOutResult(statement, watchdog) : crashed(statement, lost));
    } else if (timedOut && current.table !== null) stuckTables.push(current.table);
  }
  const unanswered = signal?.aborted ? aborted : crashed;
  return statements.map((statement, index) => results.get(index) ?? unanswered(statement, lost));
}

const aborted = (statement: PlanStatement) =>
  failed(statement, { reason: "timed_out", message: "the run was aborted before this statement" });

const crashed = (statement: PlanStatement, message: string) =>
  failed(statement, { reason: "error", message });

function timedOutResult(statement: PlanStatement, { graceMs }: WatchdogTimes): StatementResult {
  const message = `did not finish within ${statement.timeout_ms} ms and was aborted`;
  return failed(
    statement,
    { reason: "timed_out", message },
    { durationMs: statement.timeout_ms + graceMs },
  );
}

async function attemptRun(
  pool: WorkerPool,
  {
    statements,
    options,
    watchdog,
    maxReusableBytes,
    signal,
    onResult,
  }: {
    statements: PlanStatement[];
    options: RunnerOptions;
    watchdog: WatchdogTimes;
    maxReusableBytes: number;
    signal: AbortSignal | undefined;
    onResult: (index: number, result: StatementResult) => void;
  },
): Promise<Attempt> {
  const worker = await pool.acquire(keyOf(statements));
  const collectionMs = Math.max(...statements.map(({ timeout_ms }) => timeout_ms));
  let table: string | null = null;
  let timedOut = false;
  let timer: NodeJS.Timeout | undefined;

  /** Ends the worker after this time, unless another statement runs by then. */
  function restartTimer(ms: number): void {
    const before = worker.position();
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (worker.position() !== before) return watchStatement();
      timedOut = true;
      worker.terminate("timed out");
    }, ms);
  }

  function watchStatement(): void {
    const index = worker.position();
    const timeoutMs = index === null ? collectionMs : statements[index]!.timeout_ms;
    restartTimer(timeoutMs + watchdog.graceMs);
  }

  function onMessage(message: WorkerMessage): void {
    if (message.type === "table") {
      table = message.table;
      restartTimer(collectionMs + watchdog.graceMs);
    } else if (message.type === "results") {
      for (const { index, result } of message.finished) onResult(index, result);
      watchStatement();
    }
  }

  const abort = () => worker.terminate("the run was aborted");
  // The run may have been aborted while it waited for a worker.
  if (signal?.aborted) {
    pool.release(worker, true);
    const end = { worker: "gone" as const, message: "the run was aborted" };
    return { end, timedOut, current: { statement: null, table: null } };
  }
  signal?.addEventListener("abort", abort, { once: true });
  restartTimer(watchdog.startMs);
  const end = await worker.serve({ type: "run", statements, options }, onMessage);
  const current = { statement: worker.position(), table };
  clearTimeout(timer);
  signal?.removeEventListener("abort", abort);
  pool.release(worker, end.worker === "free" && end.memoryBytes <= maxReusableBytes);
  return { end, timedOut, current };
}

/** The same for the same SQL. The pool compares keys often, and a plan has hundreds of kilobytes. */
const keyOf = cachedByItems((statements: readonly PlanStatement[]) => {
  const hash = createHash("sha256");
  for (const { sql } of statements) hash.update(sql).update("\n");
  return hash.digest("base64");
});
