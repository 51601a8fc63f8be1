import { expect, onTestFinished, test, vi } from "vitest";
import { createPacer } from "../../../../src/brain/run/write-throttle.ts";

/** A pacer whose writes take as long as the test says, and the times at which they began. */
function paced(writeMs: () => number) {
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const begun: number[] = [];
  const pacer = createPacer(
    () =>
      void pacer.time(async () => {
        begun.push(Date.now());
        await new Promise((resolve) => setTimeout(resolve, writeMs()));
      }),
    { now: () => Date.now() },
  );
  return { pacer, begun };
}

test("what is noted is written once, a tenth of a second later", async () => {
  const { pacer, begun } = paced(() => 0);
  pacer.note();
  pacer.note();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toEqual([100]);
});

test("after a write there is ten times as long a rest, and what came meanwhile is written then", async () => {
  const { pacer, begun } = paced(() => 50);
  pacer.note();
  await vi.advanceTimersByTimeAsync(120);
  pacer.note();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begun).toEqual([100, 650]);
});

test("no rest is longer than five seconds", async () => {
  const { pacer, begun } = paced(() => 2_000);
  pacer.note();
  await vi.advanceTimersByTimeAsync(2_100);
  pacer.note();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(begun).toEqual([100, 7_100]);
});

test("stopped, it writes nothing of what was noted, during a write either", async () => {
  const { pacer, begun } = paced(() => 50);
  pacer.note();
  pacer.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toEqual([]);
  pacer.note();
  await vi.advanceTimersByTimeAsync(120);
  pacer.note();
  pacer.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begun).toEqual([1_100]);
});
