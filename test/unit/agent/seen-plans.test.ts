import { expect, test } from "vitest";
import { createSeenPlans } from "../../../src/agent/seen-plans.ts";

test("added ids are known, and no others", () => {
  const seen = createSeenPlans();
  seen.add("a", { expiresMs: 100, now: 0 });
  expect([seen.has("a", 100), seen.has("b", 100)]).toEqual([true, false]);
});

test("a clock that is set back makes no dropped plan runnable", () => {
  const seen = createSeenPlans();
  seen.add("old", { expiresMs: 10, now: 0 });
  seen.add("new", { expiresMs: 100, now: 50 });
  expect(seen.has("old", 10)).toBe(true);
  expect(seen.has("another of that time", 10)).toBe(true);
  expect(seen.has("a later one", 11)).toBe(false);
});
