import { expect, test } from "vitest";
import { wilsonInterval } from "../../../../src/ui/text/wilson-interval.ts";

// Known values of Wilson's interval: 8 of 10 is 49.0% to 94.3%, 10 of 10 is 72.2% to 100%.
test.each([
  [8, 10, 0.49, 0.943],
  [10, 10, 0.722, 1],
  [0, 10, 0, 0.278],
  [50, 100, 0.404, 0.596],
])("the interval of %i right of %i", (successes, cases, from, to) => {
  const interval = wilsonInterval(successes, cases);
  expect(interval.from).toBeCloseTo(from, 3);
  expect(interval.to).toBeCloseTo(to, 3);
});
