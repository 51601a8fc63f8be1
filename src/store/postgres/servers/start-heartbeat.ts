import type pg from "pg";
import { unlockJobs } from "../jobs/unlock-jobs.ts";
import type { WorkerPools } from "../jobs/worker-pools.ts";
import { releaseLeases } from "./release-leases.ts";

export interface HeartbeatOptions {
  pool: pg.Pool;
  /** The id of this server. */
  server: string;
  workerPools: Pick<WorkerPools, "ids" | "unlockStrays">;
  /** The database has taken a heartbeat. */
  onBeat(): void;
  onError(error: unknown): void;
}

export interface Heartbeat {
  /** Records the worker pools now. */
  beat(): void;
  stop(): Promise<void>;
}

const beatEveryMs = 3_000;
/** Several heartbeats, so that a busy server is not taken for a dead one. */
const deadAfterSeconds = 15;
const unlockEveryMs = 30_000;

/**
 * Records that this server runs, and ends the leases of servers that have stopped doing so, so that
 * their jobs are taken over.
 */
export async function startHeartbeat({
  pool,
  server,
  workerPools,
  onBeat,
  onError,
}: HeartbeatOptions): Promise<Heartbeat> {
  await beat(pool, server, workerPools.ids());
  let lastBeatMs = performance.now();
  /** When this server could last not reach the database, or started. */
  let sinceMs = lastBeatMs;
  let unlockedMs = lastBeatMs;
  let beating: Promise<void> = Promise.resolve();

  async function beatAndTakeOver(): Promise<void> {
    await beat(pool, server, workerPools.ids());
    onBeat();
    const nowMs = performance.now();
    if (nowMs - lastBeatMs > deadAfterSeconds * 1_000) sinceMs = nowMs;
    lastBeatMs = nowMs;
    // After the database was away, no server has been seen for a while: each gets time to return.
    if (nowMs - sinceMs > deadAfterSeconds * 1_000) await takeOver(pool, server);
    if (nowMs - unlockedMs < unlockEveryMs) return;
    unlockedMs = nowMs;
    await workerPools.unlockStrays();
    await unlockJobs(pool);
  }

  const beatNext = () => {
    beating = beating.then(beatAndTakeOver).catch(onError);
  };
  const timer = setInterval(beatNext, beatEveryMs);
  timer.unref();
  return {
    beat: beatNext,
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };
}

/** Writes that this server runs. It may have been taken for dead meanwhile. */
export async function beat(pool: pg.Pool, server: string, workerPools: string[]): Promise<void> {
  await pool.query(
    `INSERT INTO inquest.server (id, worker_pools) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET seen_at = now(), worker_pools = EXCLUDED.worker_pools`,
    [server, workerPools],
  );
}

/** Ends the leases and locks of every server that has not been seen for a while. */
export async function takeOver(pool: pg.Pool, server: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM inquest.server
     WHERE id <> $1 AND seen_at < now() - make_interval(secs => ${deadAfterSeconds})`,
    [server],
  );
  for (const { id } of rows) await releaseLeases(pool, id);
  if (rows.length > 0) await unlockJobs(pool);
}
