import { setMaxListeners } from "node:events";

export interface Deadline {
  /** Aborts with the given signal, or with a `TimeoutError` after the timeout. */
  signal: AbortSignal;
  /** Call it when the work is done. */
  clear(): void;
}

/**
 * Combines a signal with a timeout. `AbortSignal.any` with `AbortSignal.timeout` does not work:
 * Node 20 loses the timeout in a garbage collection.
 */
export function startDeadline(signal: AbortSignal, timeoutMs: number): Deadline {
  const over = new AbortController();
  // All hosts of a run listen to its signal; Node warns on stderr above ten listeners.
  setMaxListeners(0, over.signal);
  const end = () => over.abort(signal.reason);
  const expire = () =>
    over.abort(new DOMException(`Timed out after ${timeoutMs / 1_000} s.`, "TimeoutError"));
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
