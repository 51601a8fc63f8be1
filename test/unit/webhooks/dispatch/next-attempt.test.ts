import { expect, test } from "vitest";
import {
  defaultSchedule,
  nextAttempt,
  waitMs,
} from "../../../../src/webhooks/dispatch/next-attempt.ts";

const nowMs = 1_000_000;
const judge = (response_code: number | null, number = 1, schedule = defaultSchedule) =>
  nextAttempt({ response_code }, { number, schedule, nowMs });

const outcomes: [number | null, "delivered" | "retrying" | "failed_permanent"][] = [
  [null, "retrying"],
  [100, "failed_permanent"],
  [103, "failed_permanent"],
  [199, "failed_permanent"],
  [200, "delivered"],
  [201, "delivered"],
  [204, "delivered"],
  [299, "delivered"],
  [300, "failed_permanent"],
  [301, "failed_permanent"],
  [304, "failed_permanent"],
  [307, "failed_permanent"],
  [399, "failed_permanent"],
  [400, "failed_permanent"],
  [401, "failed_permanent"],
  [404, "failed_permanent"],
  [407, "failed_permanent"],
  [408, "retrying"],
  [409, "failed_permanent"],
  [410, "failed_permanent"],
  [425, "failed_permanent"],
  [428, "failed_permanent"],
  [429, "retrying"],
  [430, "failed_permanent"],
  [499, "failed_permanent"],
  [500, "retrying"],
  [501, "retrying"],
  [503, "retrying"],
  [599, "retrying"],
  [600, "failed_permanent"],
  [999, "failed_permanent"],
];

test.each(outcomes)("after a first attempt that ended with %s a delivery is %s", (code, status) => {
  expect(judge(code).status).toBe(status);
});

test("after the last attempt a transient failure is permanent, and a success still counts", () => {
  for (const [code, status] of outcomes) {
    const last = status === "retrying" ? "failed_permanent" : status;
    expect(judge(code, 5)).toEqual({ status: last });
  }
});

test("attempts wait 30 seconds, 2 minutes, 10 minutes and an hour after the previous failure", () => {
  const dues = [1, 2, 3, 4].map((number) => judge(503, number));
  expect(dues).toEqual(
    [30_000, 120_000, 600_000, 3_600_000].map((delayMs) => ({
      status: "retrying",
      dueMs: nowMs + delayMs,
    })),
  );
});

test("there are as many attempts as the schedule has delays", () => {
  expect(judge(null, 1, [0])).toEqual({ status: "failed_permanent" });
  expect(judge(null, 1, [0, 5])).toEqual({ status: "retrying", dueMs: nowMs + 5 });
  expect(judge(null, 2, [0, 5])).toEqual({ status: "failed_permanent" });
});

test("a delivery waits until it is due, but never longer than its schedule", () => {
  const wait = (attempts: number, due_at: number | null) =>
    waitMs({ attempts: Array(attempts).fill({}), due_at }, { schedule: defaultSchedule, nowMs });
  expect(wait(1, nowMs + 20_000)).toBe(20_000);
  expect(wait(1, nowMs - 20_000)).toBe(0);
  expect(wait(1, null)).toBe(0);
  // The clock was set back by a day meanwhile.
  expect(wait(0, nowMs + 86_400_000)).toBe(0);
  expect(wait(1, nowMs + 86_400_000)).toBe(30_000);
  expect(wait(4, nowMs + 86_400_000)).toBe(3_600_000);
  // The schedule used to be longer.
  expect(wait(9, nowMs + 86_400_000)).toBe(3_600_000);
});
