import { expect, test } from "vitest";
import type { EngineWorker } from "../../../../src/engine/worker/engine-worker.ts";
import { createWorkerPool } from "../../../../src/engine/worker/worker-pool.ts";

function poolOf(size: number, over: { maxWorkers?: number; longMs?: number } = {}) {
  const started: EngineWorker[] = [];
  const ended: EngineWorker[] = [];
  /** Lets the threads end that were told to. */
  const exits: (() => void)[] = [];
  const pool = createWorkerPool({
    size,
    ...over,
    idleMs: 60_000,
    start() {
      let exit = () => {};
      const worker: EngineWorker = {
        serve: async () => ({ worker: "free", memoryBytes: 0 }),
        position: () => null,
        terminate() {
          ended.push(worker);
          exits.push(exit);
        },
        ended: new Promise((resolve) => {
          exit = resolve;
        }),
      };
      started.push(worker);
      return worker;
    },
  });
  return { pool, started, ended, exits };
}

/** Takes a worker and notes when it was lent. */
function taker(pool: ReturnType<typeof poolOf>["pool"]) {
  const order: string[] = [];
  const take = async (key: string) => {
    const worker = await pool.acquire(key);
    order.push(key);
    return worker;
  };
  return { order, take };
}

test("workers are started on demand and reused", async () => {
  const { pool, started } = poolOf(3);
  const first = await pool.acquire("a");
  pool.release(first, true);
  expect(await pool.acquire("b")).toBe(first);
  await pool.acquire("c");
  expect(started).toHaveLength(2);
  pool.close();
});

test("one key never gets all workers, so another is served at once", async () => {
  const { pool } = poolOf(3);
  const { order, take } = taker(pool);
  void take("endless");
  void take("endless");
  void take("endless");
  await take("other");
  expect(order).toEqual(["endless", "endless", "other"]);
  pool.close();
});

test("the waiting key with the fewest workers is served first", async () => {
  const { pool } = poolOf(2);
  const { order, take } = taker(pool);
  const first = await take("a");
  const second = await take("b");
  const waiting = [take("b"), take("a"), take("c")];
  pool.release(first, true);
  await waiting[1];
  pool.release(second, true);
  await waiting[0];
  expect(order).toEqual(["a", "b", "a", "b"]);
  pool.close();
  await waiting[2];
});

test("a worker that can't be reused is replaced when its thread has ended", async () => {
  const { pool, started, ended, exits } = poolOf(1);
  const first = await pool.acquire("a");
  const next = pool.acquire("a");
  pool.release(first, false);
  expect(ended).toEqual([first]);
  expect(started).toEqual([first]);
  exits[0]!();
  expect(await next).toBe(started[1]);
  pool.close();
  expect(ended).toEqual(started);
});

test("a thread that does not end keeps its place for half a second", async () => {
  const { pool, started } = poolOf(1);
  const first = await pool.acquire("a");
  pool.release(first, false);
  expect(await pool.acquire("a")).toBe(started[1]);
  pool.close();
});

test("workers that are busy for long don't count towards the size, up to a maximum", async () => {
  const { pool, started } = poolOf(1, { maxWorkers: 3, longMs: 10 });
  const held = [await pool.acquire("endless 1"), await pool.acquire("endless 2")];
  held.push(await pool.acquire("quick"));
  expect(new Set(held).size).toBe(3);
  const fourth = pool.acquire("one more");
  pool.release(held[0]!, true);
  expect(await fourth).toBe(held[0]);
  expect(started).toHaveLength(3);
  pool.close();
});
