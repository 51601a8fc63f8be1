import type pg from "pg";
import type { JobWork, JobWorker } from "../../port/jobs.ts";
import type { Versioned } from "../../port/store.ts";
import type { JobKind, Records } from "../../records.ts";
import type { Translated } from "../agents/shared-state.ts";
import { createBatchQueue } from "../connection/batch-queue.ts";
import { retried } from "../connection/retried.ts";
import { claimAssigned, isDueElsewhere } from "../records/claim-jobs.ts";
import type { StartPool } from "./worker-pools.ts";

export interface JobParts {
  pool: pg.Pool;
  /** The id of this server. */
  server: string;
  startPool: StartPool;
  translated: Translated;
}

/** Runs the jobs of a kind that graphile-worker assigns to this server. Each is leased first. */
export function workOnJobs<K extends JobKind>(
  { pool, server, startPool, translated }: JobParts,
  kind: K,
  { worker, clock, leaseMs, concurrency, run, onError }: JobWork<K>,
): JobWorker {
  const running = new Map<string, Promise<void>>();
  const claim = createBatchQueue().operation(async (ids: string[]) => {
    const query = { worker, server, nowMs: clock.now(), leaseMs, limit: ids.length, ids };
    const jobs = await translated(() => retried(() => claimAssigned(pool, kind, query)));
    const byId = new Map(jobs.map((job) => [job.record.id, job]));
    return ids.map((id): Versioned<Records[K]> | undefined => byId.get(id));
  });

  /** False when another server has not released the job yet. */
  const runClaimed = async (id: string): Promise<boolean> => {
    const job = await claim(id);
    // Without a claim it is finished, paused, deleted, or due later by a job of its own.
    if (!job)
      return !(await translated(() => isDueElsewhere(pool, kind, { id, nowMs: clock.now() })));
    await run(job);
    return true;
  };

  const runOnce = async (id: string) => {
    const isDone = await runClaimed(id)
      .catch((error: unknown) => {
        onError(error, id);
        throw error;
      })
      .finally(() => running.delete(id));
    if (!isDone) throw new Error("Another server has not released this job yet.");
  };

  const start = (id: string) => {
    const done = runOnce(id);
    running.set(id, done);
    return done;
  };

  const workers = startPool({
    task: kind,
    concurrency,
    run: (payload) => {
      const { id } = payload as { id: string };
      return running.get(id) ?? start(id);
    },
  });
  return {
    // graphile-worker notices new jobs by itself.
    wake: async () => undefined,
    stop: () => workers.stop(),
  };
}
