import type { EngineWorker } from "./engine-worker.ts";

/**
 * A pool of workers, started on demand up to `size`; further requests wait. The key identifies the
 * work, whose statements may run for a hundred hosts. One key never gets all workers, and the key
 * with the fewest workers is served first, so that an endless statement does not block the others.
 * A worker that is busy for long no longer counts towards `size`, up to `maxWorkers` in all.
 */
export interface WorkerPool {
  acquire(key: string): Promise<EngineWorker>;
  /** Returns a worker to the pool; one that is not `reusable` is ended. */
  release(worker: EngineWorker, reusable: boolean): void;
  close(): void;
}

/** The worker of a closed pool, which answers nothing. */
const closedWorker: EngineWorker = {
  serve: async () => ({ worker: "gone", message: "the engine is closed" }),
  position: () => null,
  terminate() {},
  ended: Promise.resolve(),
};

/** How long an ended worker keeps its place, ms: a thread that hangs in a system call ends only when the call returns. */
const endingMs = 500;

export function createWorkerPool({
  size,
  maxWorkers = size,
  longMs = 1_000,
  idleMs,
  start,
}: {
  /** Maximum busy workers, not counting those busy for long. */
  size: number;
  /** Maximum busy workers in all. */
  maxWorkers?: number;
  /** After this a worker counts as busy for long. */
  longMs?: number;
  /** How long an idle worker stays. */
  idleMs: number;
  start: () => EngineWorker;
}): WorkerPool {
  const idle: { worker: EngineWorker; timer: NodeJS.Timeout }[] = [];
  const waiting: { key: string; receive: (worker: EngineWorker) => void }[] = [];
  const busy = new Map<EngineWorker, { key: string; isLong: boolean; timer: NodeJS.Timeout }>();
  const maxPerKey = Math.max(1, size - 1);
  let closed = false;

  const workersByKey = () => {
    const counts = new Map<string, number>();
    for (const { key } of busy.values()) counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
  };
  const hasRoom = () =>
    busy.size < maxWorkers && [...busy.values()].filter(({ isLong }) => !isLong).length < size;

  /** The most recently used worker, whose caches are warm, or a new one. */
  function idleOrNewWorker(): EngineWorker {
    const entry = idle.pop();
    if (!entry) return start();
    clearTimeout(entry.timer);
    return entry.worker;
  }

  function assignWorkers(): void {
    while (waiting.length > 0 && hasRoom()) {
      const workers = workersByKey();
      const counts = waiting.map(({ key }) => workers.get(key) ?? 0);
      const fewest = Math.min(...counts);
      if (fewest >= maxPerKey) return;
      const [next] = waiting.splice(counts.indexOf(fewest), 1);
      assign(idleOrNewWorker(), next!);
    }
  }

  function assign(worker: EngineWorker, { key, receive }: (typeof waiting)[number]): void {
    const lease = { key, isLong: false, timer: setTimeout(markLong, longMs) };
    lease.timer.unref();
    busy.set(worker, lease);
    receive(worker);

    function markLong() {
      lease.isLong = true;
      assignWorkers();
    }
  }

  function park(worker: EngineWorker): void {
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((entry) => entry.worker === worker),
        1,
      );
      worker.terminate("idle for too long");
    }, idleMs);
    timer.unref();
    idle.push({ worker, timer });
  }

  /** The next worker starts when this one's memory is free. */
  function end(worker: EngineWorker): void {
    worker.terminate("replaced");
    const timer = setTimeout(vacate, endingMs);
    timer.unref();
    void worker.ended.then(vacate);

    function vacate() {
      clearTimeout(timer);
      if (busy.delete(worker)) assignWorkers();
    }
  }

  return {
    acquire(key) {
      if (closed) return Promise.resolve(closedWorker);
      return new Promise((receive) => {
        waiting.push({ key, receive });
        assignWorkers();
      });
    },
    release(worker, reusable) {
      clearTimeout(busy.get(worker)?.timer);
      if (reusable && !closed) {
        busy.delete(worker);
        park(worker);
        assignWorkers();
      } else end(worker);
    },
    close() {
      closed = true;
      for (const { receive } of waiting.splice(0)) receive(closedWorker);
      for (const { worker, timer } of idle.splice(0)) {
        clearTimeout(timer);
        worker.terminate("closed");
      }
      for (const [worker, { timer }] of busy) {
        clearTimeout(timer);
        worker.terminate("closed");
      }
    },
  };
}
