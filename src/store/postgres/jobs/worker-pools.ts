import type pg from "pg";
import { startWorkerPool, type WorkerPool, type WorkerPoolOptions } from "./worker-pool.ts";

export type StartPool = (
  options: Pick<WorkerPoolOptions, "task" | "concurrency" | "run">,
) => WorkerPool;

/** The worker pools of this server. */
export interface WorkerPools {
  ids(): string[];
  /** Ends the locks on jobs that none of them runs. */
  unlockStrays(): Promise<void>;
  start: StartPool;
  /** Looks for jobs now: behind a pooler graphile-worker gets no notifications. */
  nudge(): void;
}

/** Starts this server's worker pools and keeps their ids, which its heartbeat records. */
export function createWorkerPools({
  pool,
  isPooled,
  onChange,
  onError,
}: {
  pool: pg.Pool;
  isPooled: boolean;
  /** Called when the ids have changed. */
  onChange(): void;
  onError(error: unknown): void;
}): WorkerPools {
  const ids = new Set<string>();
  const pools = new Set<WorkerPool>();
  return {
    start(options) {
      const started = startWorkerPool({
        ...options,
        pool,
        isPooled,
        onPools({ added, removed }) {
          if (added !== undefined) ids.add(added);
          if (removed !== undefined) ids.delete(removed);
          onChange();
        },
        onError,
      });
      pools.add(started);
      return {
        ...started,
        stop: () => started.stop().finally(() => pools.delete(started)),
      };
    },
    ids: () => [...ids],
    nudge() {
      for (const each of pools) each.nudge();
    },
    async unlockStrays() {
      for (const each of pools) await each.unlockStrays();
    },
  };
}
