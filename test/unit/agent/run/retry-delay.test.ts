import fc from "fast-check";
import { expect, test } from "vitest";
import type { UnavailableReason } from "../../../../src/agent/brain-port.ts";
import { type Failure, retryDelay } from "../../../../src/agent/run/retry-delay.ts";

const reasons: UnavailableReason[] = [
  "refused",
  "unknown_agent",
  "busy",
  "rejected",
  "unreachable",
];
const failure = fc.record({
  reason: fc.constantFrom(...reasons),
  failures: fc.nat({ max: 10_000 }),
  retryAfterMs: fc.option(fc.integer({ min: 0, max: 3_600_000 })),
  random: fc.double({ min: 0, max: 0.999, noNaN: true }).map((value) => () => value),
});
const delayOf = (reason: UnavailableReason, over: Partial<Failure> = {}) =>
  retryDelay({ reason, failures: 0, retryAfterMs: null, random: () => 0, ...over });

test("no delay is negative, and none is longer than a minute and a bit unless the brain asks", () => {
  fc.assert(
    fc.property(failure, (one) => {
      const delay = retryDelay(one);
      expect(delay).toBeGreaterThanOrEqual(0);
      expect(delay).toBeLessThanOrEqual(Math.max(66_000, (one.retryAfterMs ?? 0) * 1.1));
    }),
  );
});

test("never sooner than the brain asked, whatever went wrong", () => {
  fc.assert(
    fc.property(failure, (one) => {
      expect(retryDelay(one)).toBeGreaterThanOrEqual(one.retryAfterMs ?? 0);
    }),
  );
});

test("a brain that can't be reached is tried from after a second to once a minute", () => {
  const delays = Array.from({ length: 9 }, (_, failures) => delayOf("unreachable", { failures }));
  const seconds = delays.map((ms) => ms / 1_000);
  expect(seconds).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  fc.assert(
    fc.property(failure, ({ failures, random }) => {
      const delay = delayOf("unreachable", { failures, random });
      const most = Math.min(60_000, 1_000 * 2 ** failures);
      expect(delay).toBeGreaterThanOrEqual(most * 0.75);
      expect(delay).toBeLessThanOrEqual(most);
    }),
  );
});

test("a refusal is tried slowly from the first on", () => {
  fc.assert(
    fc.property(failure, ({ failures, random }) => {
      for (const reason of ["refused", "rejected"] as const) {
        const delay = delayOf(reason, { failures, random });
        expect(delay).toBeGreaterThanOrEqual(54_000);
        expect(delay).toBeLessThanOrEqual(66_000);
      }
    }),
  );
});

test("an agent that is not known registers at once, but not again and again at once", () => {
  expect(delayOf("unknown_agent")).toBe(0);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), (failures) => {
      expect(delayOf("unknown_agent", { failures })).toBeGreaterThanOrEqual(1_000);
    }),
  );
});

test("a brain that asks for years is taken to mean an hour", () => {
  expect(delayOf("busy", { retryAfterMs: 1e12 })).toBe(3_600_000);
});
