import type pg from "pg";
import { releaseLeases } from "./release-leases.ts";

export interface HeartbeatOptions {
  pool: pg.Pool;
  /** The id of this server. */
  server: string;
  onError(error: unknown): void;
}

export interface Heartbeat {
  stop(): Promise<void>;
}

const beatEveryMs = 3_000;
/** Several heartbeats, so that a busy server is not taken for a dead one. */
const deadAfterSeconds = 15;

/**
 * Records that this server runs, and ends the leases of servers that have stopped doing so, so that
 * their jobs are taken over.
 */
export async function startHeartbeat({
  pool,
  server,
  onError,
}: HeartbeatOptions): Promise<Heartbeat> {
  await beat(pool, server);
  let lastBeatMs = performance.now();
  /** When this server could last not reach the database, or started. */
  let sinceMs = lastBeatMs;
  let beating: Promise<void> = Promise.resolve();

  async function beatAndTakeOver(): Promise<void> {
    await beat(pool, server);
    const nowMs = performance.now();
    if (nowMs - lastBeatMs > deadAfterSeconds * 1_000) sinceMs = nowMs;
    lastBeatMs = nowMs;
    // After the database was away, no server has been seen for a while: each gets time to return.
    if (nowMs - sinceMs > deadAfterSeconds * 1_000) await takeOver(pool, server);
  }

  const timer = setInterval(() => {
    beating = beating.then(beatAndTakeOver).catch(onError);
  }, beatEveryMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };
}

/** Writes that this server runs. It may have been taken for dead meanwhile. */
export async function beat(pool: pg.Pool, server: string): Promise<void> {
  await pool.query(
    `INSERT INTO inquest.server (id) VALUES ($1)
     ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
    [server],
  );
}

/** Ends the leases of every server that has not been seen for a while. */
export async function takeOver(pool: pg.Pool, server: string): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM inquest.server
     WHERE id <> $1 AND seen_at < now() - make_interval(secs => ${deadAfterSeconds})`,
    [server],
  );
  for (const { id } of rows) await releaseLeases(pool, id);
}
