import type { EngineWorker } from "./engine-worker.ts";

/**
 * Lends workers, starting them as they are needed, up to a number; who comes later waits in
 * line. A key stands for one piece of work, be it asked of a hundred hosts: it never holds all
 * workers, and the key that holds fewest is served first, so that a statement that never ends
 * doesn't keep the others waiting. Nor do many such statements: a worker that is held for long
 * makes room for another one, up to a number.
 */
export interface WorkerPool {
  acquire(key: string): Promise<EngineWorker>;
  /** Takes a worker back; one that is not `reusable` is ended. */
  release(worker: EngineWorker, reusable: boolean): void;
  close(): void;
}

/** What a closed pool lends: it answers nothing. */
const closedWorker: EngineWorker = {
  serve: async () => ({ worker: "gone", message: "the engine is closed" }),
  terminate() {},
};

export function createWorkerPool({
  size,
  most = size,
  longMs = 1_000,
  idleMs,
  start,
}: {
  /** Workers at work, but for those held for long. */
  size: number;
  /** Workers in all. */
  most?: number;
  /** From when on a worker counts as held for long. */
  longMs?: number;
  /** How long an unused worker is kept. */
  idleMs: number;
  start: () => EngineWorker;
}): WorkerPool {
  const idle: { worker: EngineWorker; timer: NodeJS.Timeout }[] = [];
  const waiting: { key: string; receive: (worker: EngineWorker) => void }[] = [];
  const lent = new Map<EngineWorker, { key: string; isLong: boolean; timer: NodeJS.Timeout }>();
  const mostPerKey = Math.max(1, size - 1);
  let closed = false;

  const heldBy = (key: string) => [...lent.values()].filter((loan) => loan.key === key).length;
  const hasRoom = () =>
    lent.size < most && [...lent.values()].filter(({ isLong }) => !isLong).length < size;

  /** The last one used is the warmest. */
  function readyWorker(): EngineWorker {
    const entry = idle.pop();
    if (!entry) return start();
    clearTimeout(entry.timer);
    return entry.worker;
  }

  function serveLine(): void {
    while (waiting.length > 0 && hasRoom()) {
      const held = waiting.map(({ key }) => heldBy(key));
      const fewest = Math.min(...held);
      if (fewest >= mostPerKey) return;
      const [next] = waiting.splice(held.indexOf(fewest), 1);
      lend(readyWorker(), next!);
    }
  }

  function lend(worker: EngineWorker, { key, receive }: (typeof waiting)[number]): void {
    const loan = { key, isLong: false, timer: setTimeout(makeRoom, longMs) };
    loan.timer.unref();
    lent.set(worker, loan);
    receive(worker);

    function makeRoom() {
      loan.isLong = true;
      serveLine();
    }
  }

  function keep(worker: EngineWorker): void {
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((entry) => entry.worker === worker),
        1,
      );
      worker.terminate("not needed any more");
    }, idleMs);
    timer.unref();
    idle.push({ worker, timer });
  }

  return {
    acquire(key) {
      if (closed) return Promise.resolve(closedWorker);
      return new Promise((receive) => {
        waiting.push({ key, receive });
        serveLine();
      });
    },
    release(worker, reusable) {
      clearTimeout(lent.get(worker)?.timer);
      lent.delete(worker);
      if (reusable && !closed) keep(worker);
      else worker.terminate("replaced");
      serveLine();
    },
    close() {
      closed = true;
      for (const { receive } of waiting.splice(0)) receive(closedWorker);
      for (const { worker, timer } of idle.splice(0)) {
        clearTimeout(timer);
        worker.terminate("closed");
      }
      for (const [worker, { timer }] of lent) {
        clearTimeout(timer);
        worker.terminate("closed");
      }
    },
  };
}
