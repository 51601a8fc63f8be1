import type { Clock } from "../../core/clock.ts";
import type { SharedState } from "../../store/port/shared-state.ts";

const windowMs = 60_000;
/** Number of tracked callers at which expired windows are first removed. */
const minSweepSize = 10_000;

export interface RateLimiter {
  /** Counts one request; the seconds to wait when it exceeds the limit, otherwise null. */
  count(caller: string): number | null | Promise<number | null>;
}

export interface RateLimitServices {
  clock: Clock;
  /** What this server shares with others over the same database; undefined for a single server. */
  shared?: Pick<SharedState, "rates"> | undefined;
}

/** A limit that all servers over one database count together; `name` distinguishes it from the others. */
export function createRateLimit(
  { clock, shared }: RateLimitServices,
  { name, perMinute }: { name: string; perMinute: number },
): RateLimiter {
  if (!shared || perMinute === 0) return createRateLimiter(clock, perMinute);
  return {
    async count(caller) {
      const { requests, remainingMs } = await shared.rates.count(`${name}:${caller}`, windowMs);
      return requests > perMinute ? Math.max(1, Math.ceil(remainingMs / 1000)) : null;
    },
  };
}

/** Allows `perMinute` requests in the minute that starts with a caller's first; rejected ones count too. */
export function createRateLimiter(clock: Clock, perMinute: number) {
  const windows = new Map<string, { endsAtMs: number; requests: number }>();
  let sweepAt = minSweepSize;
  return {
    count(caller: string): number | null {
      if (perMinute === 0) return null;
      const nowMs = clock.now();
      let window = windows.get(caller);
      if (!window || window.endsAtMs <= nowMs) {
        if (windows.size >= sweepAt) {
          sweep(windows, nowMs);
          // Twice the remaining size, so that many active callers don't cause a sweep per request.
          sweepAt = Math.max(minSweepSize, 2 * windows.size);
        }
        window = { endsAtMs: nowMs + windowMs, requests: 0 };
        windows.set(caller, window);
      }
      window.requests += 1;
      return window.requests > perMinute ? Math.ceil((window.endsAtMs - nowMs) / 1000) : null;
    },
  };
}

function sweep(windows: Map<string, { endsAtMs: number }>, nowMs: number): void {
  for (const [caller, { endsAtMs }] of windows) if (endsAtMs <= nowMs) windows.delete(caller);
}
