import fc from "fast-check";
import { expect, test } from "vitest";
import type { Calendar } from "../../../src/contract/curiosity.ts";
import { calendarDays } from "../../../src/contract/enums.ts";
import { nextCalendarTime } from "../../../src/curiosity/next-calendar-time.ts";

/** The first times of a calendar after `after`. */
function timesOf(calendar: Calendar, after: string, count: number): string[] {
  const times: string[] = [];
  let ms = Date.parse(after);
  while (times.length < count) {
    ms = nextCalendarTime(calendar, ms);
    times.push(new Date(ms).toISOString().slice(0, 16));
  }
  return times;
}

const berlin = (on: Calendar["on"], at: string): Calendar => ({
  on,
  at,
  time_zone: "Europe/Berlin",
});

test("without a time zone, times are UTC; a time that is now has passed", () => {
  const daily = { on: "day", at: "06:00" } as const;
  expect(timesOf(daily, "2026-11-01T05:59:59.999Z", 2)).toEqual([
    "2026-11-01T06:00",
    "2026-11-02T06:00",
  ]);
  expect(timesOf(daily, "2026-11-01T06:00:00.000Z", 1)).toEqual(["2026-11-02T06:00"]);
});

test("weekdays are Monday to Friday, and a day of the week comes once a week", () => {
  // 2026-11-01 is a Sunday.
  expect(timesOf({ on: "weekday", at: "00:00" }, "2026-11-05T00:00:00Z", 3)).toEqual([
    "2026-11-06T00:00",
    "2026-11-09T00:00",
    "2026-11-10T00:00",
  ]);
  expect(timesOf({ on: "sunday", at: "23:30" }, "2026-11-01T00:00:00Z", 2)).toEqual([
    "2026-11-01T23:30",
    "2026-11-08T23:30",
  ]);
});

test("the day of the week is that of the time zone", () => {
  const monday = { on: "monday", at: "00:30", time_zone: "Asia/Tokyo" } as const;
  expect(timesOf(monday, "2026-11-01T00:00:00Z", 1)).toEqual(["2026-11-01T15:30"]);
});

test("clocks that go forward keep the time of day, and a time that they skip runs as much later", () => {
  // In Berlin, 02:00 becomes 03:00 on 2027-03-28, at 01:00 UTC.
  expect(timesOf(berlin("day", "06:00"), "2027-03-27T00:00:00Z", 3)).toEqual([
    "2027-03-27T05:00",
    "2027-03-28T04:00",
    "2027-03-29T04:00",
  ]);
  expect(timesOf(berlin("day", "02:30"), "2027-03-27T00:00:00Z", 3)).toEqual([
    "2027-03-27T01:30",
    "2027-03-28T01:30",
    "2027-03-29T00:30",
  ]);
});

test("clocks that are set back keep the time of day, and a time that they repeat runs once", () => {
  // In Berlin, 03:00 becomes 02:00 on 2026-10-25, at 01:00 UTC.
  expect(timesOf(berlin("day", "06:00"), "2026-10-24T00:00:00Z", 3)).toEqual([
    "2026-10-24T04:00",
    "2026-10-25T05:00",
    "2026-10-26T05:00",
  ]);
  expect(timesOf(berlin("day", "02:30"), "2026-10-24T00:00:00Z", 3)).toEqual([
    "2026-10-24T00:30",
    "2026-10-25T00:30",
    "2026-10-26T01:30",
  ]);
});

test("where midnight is skipped, a time at midnight runs an hour later on its day", () => {
  // In Beirut, 00:00 becomes 01:00 on 2026-03-29, a Sunday, at 22:00 UTC the day before.
  const beirut = { on: "sunday", at: "00:00", time_zone: "Asia/Beirut" } as const;
  expect(timesOf(beirut, "2026-03-28T00:00:00Z", 1)).toEqual(["2026-03-28T22:00"]);
});

test("the next time is after the last, within eight days, and on its day and time", () => {
  const zones = ["UTC", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia"];
  const format = Object.fromEntries(
    zones.map((timeZone) => [
      timeZone,
      new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "short", hourCycle: "h23" }),
    ]),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...calendarDays),
      // No zone here changes its clocks at this time of day.
      fc.constantFrom("06:00", "12:45", "22:10"),
      fc.constantFrom(...zones),
      fc.integer({ min: Date.parse("2012-01-01"), max: Date.parse("2040-01-01") }),
      (on, at, time_zone, afterMs) => {
        const next = nextCalendarTime({ on, at, time_zone }, afterMs);
        expect(next).toBeGreaterThan(afterMs);
        expect(next - afterMs).toBeLessThanOrEqual((7 * 24 + 1) * 3_600_000);
        expect(format[time_zone]!.format(next)).toBe(at);
      },
    ),
  );
});
