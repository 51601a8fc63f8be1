import type pg from "pg";
import type { SharedRates } from "../../port/shared-state.ts";
import type { BatchQueue } from "../connection/batch-queue.ts";
import { retried } from "../connection/retried.ts";
import { toAgentKey } from "./agent-key.ts";
import type { Translated } from "./shared-state.ts";

interface Request {
  caller: string;
  windowMs: number;
}

export function createRateWindows({
  pool,
  queue,
  translated,
}: {
  pool: pg.Pool;
  queue: BatchQueue;
  translated: Translated;
}): SharedRates {
  const count = queue.operation((requests: Request[]) =>
    translated(() => retried(() => countRequests(pool, requests))),
  );
  return { count: (caller, windowMs) => count({ caller: toAgentKey(caller), windowMs }) };
}

/** Callers are in one order, so that servers that count the same ones don't deadlock. */
async function countRequests(
  pool: pg.Pool,
  requests: Request[],
): Promise<{ requests: number; remainingMs: number }[]> {
  const counts = new Map<string, { windowMs: number; requests: number }>();
  for (const { caller, windowMs } of requests)
    counts.set(caller, { windowMs, requests: (counts.get(caller)?.requests ?? 0) + 1 });
  const callers = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { rows } = await pool.query<{ caller: string; requests: string; remaining_ms: string }>(
    `INSERT INTO inquest.rate_window AS w (caller, ends_at, requests)
     SELECT caller, now() + make_interval(secs => window_ms / 1000.0), requests
     FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS r(caller, window_ms, requests)
     ON CONFLICT (caller) DO UPDATE SET
       requests = EXCLUDED.requests + CASE WHEN w.ends_at > now() THEN w.requests ELSE 0 END,
       ends_at = CASE WHEN w.ends_at > now() THEN w.ends_at ELSE EXCLUDED.ends_at END
     RETURNING caller, requests, ceil(extract(epoch FROM ends_at - now()) * 1000)::bigint AS remaining_ms`,
    [
      callers.map(([caller]) => caller),
      callers.map(([, { windowMs }]) => windowMs),
      callers.map(([, { requests }]) => requests),
    ],
  );
  const windows = new Map(
    rows.map((row) => [
      row.caller,
      // The number before this batch; each request of it adds one.
      { counted: Number(row.requests) - (counts.get(row.caller)?.requests ?? 0), row },
    ]),
  );
  return requests.map(({ caller }) => {
    const window = windows.get(caller)!;
    window.counted += 1;
    return { requests: window.counted, remainingMs: Number(window.row.remaining_ms) };
  });
}

export async function pruneRateWindows(pool: pg.Pool): Promise<void> {
  await pool.query("DELETE FROM inquest.rate_window WHERE ends_at < now()");
}
