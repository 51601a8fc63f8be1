import pLimit from "p-limit";

/** Runs work with bounded concurrency; the rest waits in the order it was submitted. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

export function createLimit(concurrency: number): Limit {
  return pLimit(concurrency);
}

/** A limit whose queue can be read and cleared. */
export interface ClearableLimit extends Limit {
  /** The work that waits. */
  readonly pendingCount: number;
  /** Drops the work that waits: its promises reject. */
  clearQueue(): void;
}

export function createClearableLimit(concurrency: number): ClearableLimit {
  return pLimit({ concurrency, rejectOnClear: true });
}

export interface LimitOptions {
  /** Items in progress at the same time, while some of them keep finishing. */
  concurrency: number;
  /** When no item has finished for this long, `concurrency` more start: hung items must not block the rest. */
  stalledMs: number;
}

/** Runs `work` for each item with bounded concurrency. Rejects at the first failure, after which no item starts. */
export async function forEachLimit<T>(
  items: T[],
  { concurrency, stalledMs }: LimitOptions,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const limit = pLimit(concurrency);
  let stall: NodeJS.Timeout | undefined;
  const watchForStall = () => {
    clearTimeout(stall);
    if (limit.pendingCount > 0) stall = setTimeout(widen, stalledMs);
  };
  function widen(): void {
    limit.concurrency += concurrency;
    watchForStall();
  }
  const runItem = async (item: T) => {
    try {
      await work(item);
      watchForStall();
    } catch (error) {
      limit.clearQueue();
      throw error;
    }
  };
  const running = items.map((item) => limit(runItem, item));
  watchForStall();
  try {
    await Promise.all(running);
  } finally {
    clearTimeout(stall);
  }
}
