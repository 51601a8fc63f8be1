import { setTimeout as delay } from "node:timers/promises";
import { type WorkerPool as GraphilePool, Logger, runTaskList } from "graphile-worker";
import type pg from "pg";
import type { JobKind } from "../../records.ts";
import { jobSchema } from "./job-schema.ts";
import { waitingPool } from "./waiting-pool.ts";

export interface WorkerPoolOptions {
  pool: pg.Pool;
  /** A pooler in front of the database gives connections away, so nothing may stay with one. */
  isPooled: boolean;
  task: JobKind;
  concurrency: number;
  /** Runs a job; one that rejects is retried with backoff. */
  run(payload: unknown): Promise<void>;
  /** Called when a pool has started, and after its last job has ended. */
  onPools(ids: { added?: string; removed?: string }): void;
  onError(error: unknown): void;
}

export interface WorkerPool {
  /** Looks for jobs now. */
  nudge(): void;
  /** Ends the locks that this pool holds on jobs that it doesn't run. */
  unlockStrays(): Promise<void>;
  /** Takes no more jobs and resolves when those under way have ended. */
  stop(): Promise<void>;
}

/** New jobs are notified; polling finds retries, and those whose notification was lost. */
const pollEveryMs = 2_000;
/** How long a job may wait for a free worker here before it is left to another server. */
const localQueueMs = 1_000;
const restartAfterMs = 1_000;
/** Without the database the end of the last jobs can't be recorded; another server unlocks them. */
const stopWithinMs = 5_000;

/** Runs the jobs of one task by graphile-worker, which it starts anew if that ends with an error. */
export function startWorkerPool({
  pool,
  isPooled,
  task,
  concurrency,
  run,
  onPools,
  onError,
}: WorkerPoolOptions): WorkerPool {
  const stopping = new AbortController();
  const active = new Set<string>();
  let current = start();
  const ended = keepRunning();
  let stopped: Promise<unknown> | undefined;

  function start(): GraphilePool {
    const started = runTaskList(
      {
        schema: jobSchema,
        concurrency,
        pollInterval: pollEveryMs,
        noHandleSignals: true,
        noPreparedStatements: isPooled,
        logger: loggerFor(onError),
        preset: {
          worker: {
            localQueue: { size: concurrency, ttl: localQueueMs },
            // Without a delay graphile-worker ends the process when a job can't be completed.
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
          },
        },
      },
      {
        async [task](payload, { job }) {
          active.add(job.id);
          try {
            await run(payload);
          } finally {
            active.delete(job.id);
          }
        },
      },
      waitingPool(pool, stopping.signal),
    );
    onPools({ added: started.id });
    return started;
  }

  async function keepRunning(): Promise<void> {
    for (;;) {
      const { id } = current;
      await current.promise.catch(onError);
      onPools({ removed: id });
      await delay(restartAfterMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      current = start();
    }
  }

  return {
    nudge: () => current.nudge(concurrency),
    async unlockStrays() {
      await unlockStrays(pool, current.id, [...active]);
    },
    async stop() {
      stopping.abort();
      stopped ??= Promise.all([current.gracefulShutdown(), ended]).catch(onError);
      await Promise.race([stopped, delay(stopWithinMs, undefined, { ref: false })]);
    },
  };
}

/**
 * A job is locked by a pool that doesn't run it if the response was lost with which the pool took it
 * or completed it. graphile-worker would unlock it after four hours.
 */
async function unlockStrays(pool: pg.Pool, poolId: string, active: string[]): Promise<void> {
  const isOld = "locked_by = $1 AND locked_at < now() - interval '30 seconds'";
  await pool.query(
    `UPDATE ${jobSchema}._private_jobs SET locked_at = NULL, locked_by = NULL
     WHERE ${isOld} AND id <> ALL ($2::bigint[])`,
    [poolId, active],
  );
  await pool.query(
    `UPDATE ${jobSchema}._private_job_queues AS queue SET locked_at = NULL, locked_by = NULL
     WHERE ${isOld} AND NOT EXISTS (
       SELECT FROM ${jobSchema}._private_jobs WHERE job_queue_id = queue.id AND locked_by = $1
     )`,
    [poolId],
  );
}

/** Reports errors, except those of jobs, which their runs report. */
function loggerFor(onError: (error: unknown) => void): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level !== "error" || meta?.failure) return;
    onError(meta?.error ?? new Error(message));
  });
}
