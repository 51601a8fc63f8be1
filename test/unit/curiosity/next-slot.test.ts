import fc from "fast-check";
import { expect, test } from "vitest";
import { nextSlot } from "../../../src/curiosity/next-slot.ts";

const at = (text: string) => Date.parse(text);
const day = 86_400_000;

test("a run on time is followed by one an interval later", () => {
  expect(nextSlot(at("2026-11-01T06:00:00Z"), day, at("2026-11-01T06:00:00.250Z"))).toBe(
    at("2026-11-02T06:00:00Z"),
  );
});

test("passed slots are skipped and the schedule stays", () => {
  expect(nextSlot(at("2026-11-01T06:00:00Z"), day, at("2026-11-05T09:13:00Z"))).toBe(
    at("2026-11-06T06:00:00Z"),
  );
});

test("a slot that is exactly now has passed", () => {
  expect(nextSlot(at("2026-11-01T06:00:00Z"), day, at("2026-11-02T06:00:00Z"))).toBe(
    at("2026-11-03T06:00:00Z"),
  );
});

test("leap days, year ends and daylight saving time shift no slot", () => {
  expect(nextSlot(at("2028-02-28T12:00:00Z"), day, at("2028-02-28T12:00:01Z"))).toBe(
    at("2028-02-29T12:00:00Z"),
  );
  expect(nextSlot(at("2026-12-31T23:30:00Z"), 3_600_000, at("2026-12-31T23:30:01Z"))).toBe(
    at("2027-01-01T00:30:00Z"),
  );
  // Clocks in Europe go forward at 2027-03-28T01:00Z.
  expect(nextSlot(at("2027-03-27T06:00:00Z"), day, at("2027-03-27T06:00:01Z"))).toBe(
    at("2027-03-28T06:00:00Z"),
  );
});

test("a clock that is set back repeats no slot", () => {
  expect(nextSlot(at("2026-11-02T06:00:00Z"), day, at("2026-11-01T00:00:00Z"))).toBe(
    at("2026-11-03T06:00:00Z"),
  );
});

test("the next slot is on schedule, after now and after the last, and the earliest such time", () => {
  const time = fc.integer({ min: 0, max: 4_102_444_800_000 });
  const interval = fc.integer({ min: 60_000, max: 365 * day });
  fc.assert(
    fc.property(time, interval, time, (last, every, now) => {
      const next = nextSlot(last, every, now);
      expect((next - last) % every).toBe(0);
      expect(next).toBeGreaterThan(Math.max(last, now));
      expect(next - every).toBeLessThanOrEqual(Math.max(last, now));
    }),
  );
});
