import type { Calendar } from "../contract/curiosity.ts";
import { calendarDays } from "../contract/enums.ts";

const dayMs = 86_400_000;

/** `day` and `weekday` come first; the others are the days of the week, in JavaScript's order. */
const weekdays = calendarDays.slice(2);

/** The first time of a calendar after `afterMs`, epoch ms. */
export function nextCalendarTime({ on, at, time_zone = "UTC" }: Calendar, afterMs: number): number {
  const toWallClock = wallClockIn(time_zone);
  const today = Math.floor(toWallClock(afterMs) / dayMs) * dayMs;
  // From yesterday: a time that its day skips may lie on the next day.
  for (let date = today - dayMs; date <= today + 8 * dayMs; date += dayMs) {
    const time = instantOf(date + timeOfDayMs(at), toWallClock);
    if (isOn(on, date) && time > afterMs) return time;
  }
  throw new Error(`no time in the week after ${afterMs} for ${on} at ${at} ${time_zone}`);
}

function isOn(on: Calendar["on"], date: number): boolean {
  const weekday = new Date(date).getUTCDay();
  if (on === "weekday") return weekday >= 1 && weekday <= 5;
  return on === "day" || weekdays[weekday] === on;
}

function timeOfDayMs(at: string): number {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  return (hours * 60 + minutes) * 60_000;
}

/**
 * The time at which clocks show `wallMs`: the first of two when they are set back. A time that is
 * skipped when they are set forward is as much later, as if they had not been.
 */
function instantOf(wallMs: number, toWallClock: (ms: number) => number): number {
  const offsetAt = (ms: number) => toWallClock(ms) - ms;
  const before = wallMs - offsetAt(wallMs - dayMs);
  const after = wallMs - offsetAt(wallMs + dayMs);
  return toWallClock(before) !== wallMs && toWallClock(after) === wallMs ? after : before;
}

/** A function that gives what clocks in a time zone show, as if that were UTC. */
function wallClockIn(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const shown = Date.UTC(
      of("year"),
      of("month") - 1,
      of("day"),
      of("hour"),
      of("minute"),
      of("second"),
    );
    return shown + (((ms % 1_000) + 1_000) % 1_000);
  };
}
