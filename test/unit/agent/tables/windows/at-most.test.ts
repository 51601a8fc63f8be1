import { expect, test } from "vitest";
import { atMost } from "../../../../../src/agent/tables/windows/at-most.ts";

test("no more calls than the limit are under way, and every one has its turn", async () => {
  let underWay = 0;
  let most = 0;
  const call = atMost(3, async (number: number) => {
    most = Math.max(most, ++underWay);
    await new Promise(setImmediate);
    underWay--;
    return number;
  });
  const numbers = Array.from({ length: 20 }, (_, index) => index);
  expect(await Promise.all(numbers.map((number) => call(number)))).toEqual(numbers);
  expect(most).toBe(3);
});

test("a call that fails gives its place on", async () => {
  const call = atMost(1, async (fails: boolean) => {
    if (fails) throw new Error("no");
    return "done";
  });
  const outcomes = await Promise.allSettled([call(true), call(false), call(true), call(false)]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    "rejected",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});
