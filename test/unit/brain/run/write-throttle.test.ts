import { expect, onTestFinished, test, vi } from "vitest";
import { createWriteThrottle } from "../../../../src/brain/run/write-throttle.ts";

/** A throttle whose writes take as long as the test says, and the times at which they started. */
function throttled(writeMs: () => number) {
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const started: number[] = [];
  const throttle = createWriteThrottle(
    () =>
      void throttle.run(async () => {
        started.push(Date.now());
        await new Promise((resolve) => setTimeout(resolve, writeMs()));
      }),
    { now: () => Date.now() },
  );
  return { throttle, started };
}

test("requests lead to one write, a tenth of a second later", async () => {
  const { throttle, started } = throttled(() => 0);
  throttle.request();
  throttle.request();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(started).toEqual([100]);
});

test("after a write there is a pause ten times as long, then requests made meanwhile are written", async () => {
  const { throttle, started } = throttled(() => 50);
  throttle.request();
  await vi.advanceTimersByTimeAsync(120);
  throttle.request();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(started).toEqual([100, 650]);
});

test("no pause is longer than five seconds", async () => {
  const { throttle, started } = throttled(() => 2_000);
  throttle.request();
  await vi.advanceTimersByTimeAsync(2_100);
  throttle.request();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(started).toEqual([100, 7_100]);
});

test("after a stop pending requests are dropped, also those made during a write", async () => {
  const { throttle, started } = throttled(() => 50);
  throttle.request();
  throttle.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(started).toEqual([]);
  throttle.request();
  await vi.advanceTimersByTimeAsync(120);
  throttle.request();
  throttle.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(started).toEqual([1_100]);
});
