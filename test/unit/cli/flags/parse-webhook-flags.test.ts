import { expect, test } from "vitest";
import {
  parseSchedule,
  parseSecretOverlap,
  parseWebhookTimeout,
} from "../../../../src/cli/flags/parse-webhook-flags.ts";

const usage = expect.objectContaining({
  code: "usage",
  kind: "usage",
  message: expect.any(String),
  hint: expect.any(String),
});

test("a schedule is a wait before each attempt", () => {
  const waits = [0, 30_000, 120_000, 600_000, 3_600_000];
  expect(parseSchedule("0s,30s,2m,10m,1h")).toEqual(waits);
  expect(parseSchedule("0s, 30s, 2m, 10m, 1h")).toEqual(waits);
  expect(parseSchedule("5s")).toEqual([5_000]);
});

test.each(["", ",", "0s,", "30", "0s;30s", "-1s", "1.5s", "8d", `0s${",1s".repeat(20)}`])(
  'a schedule of "%s" is refused',
  (text) => {
    expect(() => parseSchedule(text)).toThrow(usage);
  },
);

test("a time limit is from 1 to 30 seconds", () => {
  expect(parseWebhookTimeout("1s")).toBe(1_000);
  expect(parseWebhookTimeout("30s")).toBe(30_000);
  for (const text of ["0s", "31s", "1h", "soon"]) {
    expect(() => parseWebhookTimeout(text)).toThrow(usage);
  }
});

test("an old secret signs along for a week at most, or not at all", () => {
  expect(parseSecretOverlap("0s")).toBe(0);
  expect(parseSecretOverlap("7d")).toBe(7 * 86_400_000);
  for (const text of ["8d", "24"]) expect(() => parseSecretOverlap(text)).toThrow(usage);
});
