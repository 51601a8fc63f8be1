import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { backoffMs } from "../../../core/backoff.ts";
import { isUnavailable } from "../connection/database-errors.ts";

const retry = { baseMs: 100, capMs: 2_000, random: Math.random };

/**
 * The pool as graphile-worker uses it: for notifications, and for statements that are transactions of
 * their own. While the database is away a statement waits and is repeated: graphile-worker ends its
 * workers, or the process, when one fails. Each may be repeated, also one whose response was lost:
 * they name the pool that holds the lock, and `unlockStrays` ends locks that are left over.
 *
 * After `signal` aborts, a statement that fails stays pending, since the workers are given up.
 */
export function waitingPool(pool: pg.Pool, signal: AbortSignal): pg.Pool {
  const query = async (...parameters: [pg.QueryConfig]): Promise<pg.QueryResult> => {
    for (let failures = 0; ; failures++) {
      try {
        return await pool.query(...parameters);
      } catch (error) {
        if (signal.aborted) return new Promise(() => undefined);
        if (!isUnavailable(error)) throw error;
      }
      await delay(backoffMs(failures, retry), undefined, { ref: false });
    }
  };
  const client = { query, release: () => undefined };
  const connect = (listen?: Parameters<pg.Pool["connect"]>[0]) =>
    listen ? pool.connect(listen) : Promise.resolve(client);
  return { connect } as unknown as pg.Pool;
}
