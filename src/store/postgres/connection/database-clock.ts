import type pg from "pg";
import type { Clock } from "../../../core/clock.ts";

export interface DatabaseClock extends Clock {
  stop(): void;
}

const measureEveryMs = 60_000;

/**
 * The database's time, which is the same for every server, whatever their own clocks say. Between two
 * measurements it advances with this machine's monotonic clock.
 */
export async function startDatabaseClock(
  pool: Pick<pg.Pool, "query">,
  onError: (error: unknown) => void,
): Promise<DatabaseClock> {
  let aheadMs = await measure(pool);
  const timer = setInterval(() => {
    measure(pool).then((measured) => {
      aheadMs = measured;
    }, onError);
  }, measureEveryMs);
  timer.unref();
  return {
    now: () => Math.round(performance.now() + aheadMs),
    stop: () => clearInterval(timer),
  };
}

/** How far the database's clock is ahead of the monotonic one, in milliseconds. */
async function measure(pool: Pick<pg.Pool, "query">): Promise<number> {
  const before = performance.now();
  const { rows } = await pool.query<{ ms: number }>(
    "SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms",
  );
  // It was read half-way between the request and the response.
  return (rows[0]?.ms ?? 0) - (before + performance.now()) / 2;
}
