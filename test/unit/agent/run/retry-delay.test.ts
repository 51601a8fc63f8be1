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

test("no delay is negative, or much longer than a minute unless the brain asks for it", () => {
  fc.assert(
    fc.property(failure, (one) => {
      const delay = retryDelay(one);
      expect(delay).toBeGreaterThanOrEqual(0);
      expect(delay).toBeLessThanOrEqual(Math.max(66_000, (one.retryAfterMs ?? 0) * 1.1));
    }),
  );
});

test("a retry never comes before Retry-After, whatever the failure", () => {
  fc.assert(
    fc.property(failure, (one) => {
      expect(retryDelay(one)).toBeGreaterThanOrEqual(one.retryAfterMs ?? 0);
    }),
  );
});

test("an unreachable brain is retried after a second, then ever more rarely, to once a minute", () => {
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

test("after a refusal every retry is slow", () => {
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

test("an unknown agent registers at once, and backs off if that does not help", () => {
  expect(delayOf("unknown_agent")).toBe(0);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), (failures) => {
      expect(delayOf("unknown_agent", { failures })).toBeGreaterThanOrEqual(1_000);
    }),
  );
});

test("a Retry-After of years is taken as one hour", () => {
  expect(delayOf("busy", { retryAfterMs: 1e12 })).toBe(3_600_000);
});
