import { expect, test } from "vitest";
import { workingTimeMs } from "../../../../src/agent/run/working-time.ts";

const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
const plan = { issued_at: at(100), expires_at: at(130) };

test("an agent works until shortly before the brain stops waiting", () => {
  expect(workingTimeMs(plan, 100_000)).toBe(29_500);
  expect(workingTimeMs(plan, 120_000)).toBe(9_500);
  expect(workingTimeMs({ ...plan, expires_at: at(101) }, 100_000)).toBe(900);
});

test("a slow clock gives no more time than the brain allows", () => {
  expect(workingTimeMs(plan, 50_000)).toBe(29_500);
});

test("a plan with a distant expiry runs for an hour at most", () => {
  const endless = { ...plan, expires_at: "9999-12-31T00:00:00.000Z" };
  expect(workingTimeMs(endless, 100_000)).toBe(3_599_500);
});
