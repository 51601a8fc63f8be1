import type { Clock } from "../../core/clock.ts";

const windowMs = 60_000;
/** Callers remembered before the ones whose window has passed are swept out. */
const firstSweep = 10_000;

export interface RateLimiter {
  /** Counts one request; whole seconds to wait when it is one too many, else null. */
  count(caller: string): number | null;
}

/** `perMinute` requests in a minute that begins with a caller's first one; refused ones count too. */
export function createRateLimiter(clock: Clock, perMinute: number): RateLimiter {
  const windows = new Map<string, { endsAtMs: number; requests: number }>();
  let sweepAt = firstSweep;
  return {
    count(caller) {
      if (perMinute === 0) return null;
      const nowMs = clock.now();
      let window = windows.get(caller);
      if (!window || window.endsAtMs <= nowMs) {
        if (windows.size >= sweepAt) {
          sweep(windows, nowMs);
          // Twice what is left, so that a crowd of callers doesn't bring on a sweep each.
          sweepAt = Math.max(firstSweep, 2 * windows.size);
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
