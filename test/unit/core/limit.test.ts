import { expect, onTestFinished, test, vi } from "vitest";
import { takeTurns } from "../../../src/core/limit.ts";

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));
const never = () => new Promise<void>(() => {});

test("no more than the bound are at work at once, and each has its turn", async () => {
  let atWork = 0;
  let most = 0;
  const done: number[] = [];
  await takeTurns([...Array(50).keys()], { atOnce: 4, stalledMs: 60_000 }, async (item) => {
    most = Math.max(most, ++atWork);
    await soon();
    atWork--;
    done.push(item);
  });
  expect(most).toBe(4);
  expect(done.sort((a, b) => a - b)).toEqual([...Array(50).keys()]);
});

test("items that hang don't keep the rest waiting", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const begun: number[] = [];
  void takeTurns([...Array(7).keys()], { atOnce: 2, stalledMs: 1_000 }, (item) => {
    begun.push(item);
    return item < 4 ? never() : soon();
  });
  expect(begun).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(999);
  expect(begun).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual([0, 1, 2, 3]);
  await vi.advanceTimersByTimeAsync(1_000);
  for (let turn = 0; turn < 3; turn++) await soon();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test("as long as items end, no more begin than the bound", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let atWork = 0;
  let most = 0;
  const all = takeTurns([...Array(20).keys()], { atOnce: 2, stalledMs: 1_000 }, async () => {
    most = Math.max(most, ++atWork);
    await new Promise((resolve) => setTimeout(resolve, 900));
    atWork--;
  });
  await vi.advanceTimersByTimeAsync(20_000);
  await all;
  expect(most).toBe(2);
});

test("an error is told, and no more begin", async () => {
  const begun: number[] = [];
  const failing = takeTurns([1, 2, 3, 4], { atOnce: 2, stalledMs: 60_000 }, async (item) => {
    begun.push(item);
    await soon();
    if (item === 1) throw new Error(`item ${item}`);
    await soon();
  });
  await expect(failing).rejects.toThrow("item 1");
  for (let turn = 0; turn < 5; turn++) await soon();
  expect(begun).toEqual([1, 2]);
});

test("nothing to do ends at once", async () => {
  await takeTurns([], { atOnce: 2, stalledMs: 60_000 }, never);
});
