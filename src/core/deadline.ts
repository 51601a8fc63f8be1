import { setMaxListeners } from "node:events";

export interface Deadline {
  /** Aborts with the signal given, or with a `TimeoutError` when the time is up. */
  signal: AbortSignal;
  /** To be called when the work is done. */
  clear(): void;
}

/**
 * Gives work a time limit beside a signal of its own. `AbortSignal.any` over
 * `AbortSignal.timeout` would not do: Node 20 forgets the limit at a garbage collection.
 */
export function startDeadline(signal: AbortSignal, timeoutMs: number): Deadline {
  const over = new AbortController();
  // A run's hosts all wait on its one signal; above ten Node would call that a leak on stderr.
  setMaxListeners(0, over.signal);
  const end = () => over.abort(signal.reason);
  const expire = () => over.abort(new DOMException("The time is up.", "TimeoutError"));
  const timer = setTimeout(expire, timeoutMs);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  return {
    signal: over.signal,
    clear() {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
    },
  };
}
