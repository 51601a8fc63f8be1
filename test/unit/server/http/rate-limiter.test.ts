import { expect, test } from "vitest";
import { createRateLimiter } from "../../../../src/server/http/rate-limiter.ts";

function limiterOf(perMinute: number) {
  const clock = { ms: 1_000, now: () => clock.ms };
  return { clock, limiter: createRateLimiter(clock, perMinute) };
}

test("a window starts with the first request, the next one after it ends", () => {
  const { clock, limiter } = limiterOf(2);
  expect([limiter.count("a"), limiter.count("a"), limiter.count("a")]).toEqual([null, null, 60]);
  clock.ms += 59_001;
  expect(limiter.count("a")).toBe(1);
  clock.ms += 999;
  expect(limiter.count("a")).toBe(null);
});

test("0 turns the limit off", () => {
  const { limiter } = limiterOf(0);
  expect(
    Array.from({ length: 1000 }, () => limiter.count("a")).every((wait) => wait === null),
  ).toBe(true);
});

test("a caller's count survives many other callers", () => {
  const { clock, limiter } = limiterOf(1);
  limiter.count("old");
  clock.ms += 59_000;
  limiter.count("a");
  for (let caller = 0; caller < 30_000; caller++) limiter.count(`crowd ${caller}`);
  clock.ms += 1_000;
  for (let caller = 0; caller < 30_000; caller++) limiter.count(`later ${caller}`);
  expect(limiter.count("a")).toBe(59);
  expect(limiter.count("old")).toBe(null);
});
