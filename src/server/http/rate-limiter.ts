import type { Clock } from "../../core/clock.ts";

const windowMs = 60_000;
/** Number of tracked callers at which expired windows are first removed. */
const minSweepSize = 10_000;

export interface RateLimiter {
  /** Counts one request; the seconds to wait when it exceeds the limit, otherwise null. */
  count(caller: string): number | null;
}

/** Allows `perMinute` requests in the minute that starts with a caller's first; rejected ones count too. */
export function createRateLimiter(clock: Clock, perMinute: number): RateLimiter {
  const windows = new Map<string, { endsAtMs: number; requests: number }>();
  let sweepAt = minSweepSize;
  return {
    count(caller) {
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
