import type { Calendar } from "../../contract/curiosity.ts";
import { calendarDays } from "../../contract/enums.ts";
import { parseDuration } from "../../core/duration.ts";
import { isTimeZone } from "../../core/time-zone.ts";
import { usageError } from "../errors/usage-error.ts";

/** When a question is asked again, as the API takes it. */
export interface Repetition {
  /** With a calendar, only for clients that don't know calendars. */
  interval: string;
  calendar?: Calendar;
}

const examples = 'such as 24h, "day at 06:00", "weekday at 06:00" or "monday at 06:00"';

/** `24h`, or `day at 06:00`; the server checks the limits of an interval. */
export function parseSchedule(text: string): Repetition {
  const schedule = isInterval(text) ? { interval: text } : parseCalendar(text);
  if (schedule) return schedule;
  throw usageError(
    `"${text}" is not a schedule.`,
    `Write an interval or a time of day, ${examples}.`,
  );
}

/** An interval as typed, where no calendar is possible. */
export function parseInterval(text: string): string {
  if (isInterval(text)) return text;
  throw usageError(
    `"${text}" is not an interval.`,
    "Write it as a number and a unit, such as 15m, 24h or 7d.",
  );
}

/** Whether a schedule can be parsed, or what is expected, for a prompt. */
export function checkSchedule(text: string): true | string {
  return isInterval(text) || parseCalendar(text) !== null || `Write a schedule ${examples}.`;
}

/** The schedule in another time zone; without one it is unchanged. */
export function inTimeZone(schedule: Repetition, timeZone: string | undefined): Repetition {
  if (timeZone === undefined) return schedule;
  const { interval, calendar } = schedule;
  if (!calendar) throw zoneWithoutTime();
  return { interval, calendar: { ...calendar, time_zone: timeZone } };
}

export function zoneWithoutTime() {
  return usageError(
    "--time-zone needs a schedule with a time of day.",
    'Pass one with --every, such as "day at 06:00", or leave --time-zone out.',
  );
}

export function parseTimeZone(text: string): string {
  if (isTimeZone(text)) return text;
  throw usageError(`"${text}" is not a time zone.`, "Write an IANA name such as Europe/Berlin.");
}

function isInterval(text: string): boolean {
  return (parseDuration(text) ?? 0) > 0;
}

function parseCalendar(text: string): Repetition | null {
  const [, word = "", time = ""] =
    /^(\w+) +at +(\d{1,2}:\d{2})$/.exec(text.trim().toLowerCase()) ?? [];
  const on = calendarDays.find((day) => day === word);
  const at = time.padStart(5, "0");
  if (!on || at > "23:59" || at.slice(3) > "59") return null;
  return { interval: on === "day" || on === "weekday" ? "1d" : "7d", calendar: { on, at } };
}
