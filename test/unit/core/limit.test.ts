import { expect, onTestFinished, test, vi } from "vitest";
import { createClearableLimit, createLimit, forEachLimit } from "../../../src/core/limit.ts";

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));
const never = () => new Promise<void>(() => {});

test("no more items run at once than the limit, and every item runs", async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  await forEachLimit([...Array(50).keys()], { concurrency: 4, stalledMs: 60_000 }, async (item) => {
    most = Math.max(most, ++running);
    await soon();
    running--;
    done.push(item);
  });
  expect(most).toBe(4);
  expect(done.sort((a, b) => a - b)).toEqual([...Array(50).keys()]);
});

test("items that hang don't block the rest", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const started: number[] = [];
  void forEachLimit([...Array(7).keys()], { concurrency: 2, stalledMs: 1_000 }, (item) => {
    started.push(item);
    return item < 4 ? never() : soon();
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(999);
  expect(started).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toEqual([0, 1, 2, 3]);
  await vi.advanceTimersByTimeAsync(1_000);
  for (let turn = 0; turn < 3; turn++) await soon();
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test("while items keep finishing, no more run at once than the limit", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let running = 0;
  let most = 0;
  const all = forEachLimit(
    [...Array(20).keys()],
    { concurrency: 2, stalledMs: 1_000 },
    async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 900));
      running--;
    },
  );
  await vi.advanceTimersByTimeAsync(20_000);
  await all;
  expect(most).toBe(2);
});

test("rejects with the first error, and starts no more items", async () => {
  const started: number[] = [];
  const failing = forEachLimit(
    [1, 2, 3, 4],
    { concurrency: 2, stalledMs: 60_000 },
    async (item) => {
      started.push(item);
      await soon();
      if (item === 1) throw new Error(`item ${item}`);
      await soon();
    },
  );
  await expect(failing).rejects.toThrow("item 1");
  for (let turn = 0; turn < 5; turn++) await soon();
  expect(started).toEqual([1, 2]);
});

test("resolves at once without items", async () => {
  await forEachLimit([], { concurrency: 2, stalledMs: 60_000 }, never);
});

test("createLimit bounds the work in progress and keeps the order of submission", async () => {
  const limit = createLimit(2);
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const all = [0, 1, 2, 3].map((piece) =>
    limit(async () => {
      started.push(piece);
      await new Promise<void>((end) => {
        ends[piece] = end;
      });
      return piece;
    }),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  ends[1]!();
  expect(await all[1]).toBe(1);
  await Promise.resolve();
  expect(started).toEqual([0, 1, 2]);
  ends[0]!();
  ends[2]!();
  await Promise.all([all[0], all[2]]);
  ends[3]!();
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
});

test("failed work frees its slot", async () => {
  const limit = createLimit(1);
  const failed = limit(async () => {
    throw new Error("no");
  });
  const next = limit(async () => "yes");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("yes");
});

test("clearing a limit drops the work that waits, and only that", async () => {
  const limit = createClearableLimit(1);
  let finish = () => {};
  const running = limit(
    () =>
      new Promise<string>((resolve) => {
        finish = () => resolve("done");
      }),
  );
  const waiting = limit(async () => expect.unreachable());
  expect(limit.pendingCount).toBe(1);
  limit.clearQueue();
  await expect(waiting).rejects.toThrow(/abort/i);
  expect(limit.pendingCount).toBe(0);
  finish();
  expect(await running).toBe("done");
});
