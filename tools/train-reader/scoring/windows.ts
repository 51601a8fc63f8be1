import { plain } from "./values.ts";

const day = 86_400;

/** Any length of time between two numbers of seconds. */
interface Duration {
  kind: "last" | "older" | "ahead";
  low: number;
  high: number;
}

/** A stretch of the calendar, between two hours of the clock. */
interface NamedWindow {
  kind: "named";
  name: string;
  from: number;
  to: number;
}

type Window = Duration | NamedWindow;

const unitSeconds: Record<string, number> = {
  s: 1,
  m: 60,
  min: 60,
  h: 3600,
  d: day,
  w: 7 * day,
  y: 365 * day,
};
/** A month and half a year, in seconds. */
const tolerated: [low: number, high: number][] = [
  [28 * day, 31 * day],
  [180 * day, 183 * day],
];

/** A duration as the range of seconds it may stand for. */
function rangeOf(count: number, unit: string): { low: number; high: number } {
  if (unit === "mo") return { low: 28 * day * count, high: 31 * day * count };
  const seconds = count * (unitSeconds[unit] ?? Number.NaN);
  const isWithin = ([low, high]: [number, number]) => seconds >= low && seconds <= high;
  const [low, high] = tolerated.find(isWithin) ?? [seconds, seconds];
  return { low, high };
}

const synonyms: Record<string, string> = {
  "since:midnight": "today",
  "since:today": "today",
  "since:monday": "this_week",
};
const clockRange = /^(.*?)[ _](\d\d?(?::\d\d)?)\s*[/-]\s*(\d\d?(?::\d\d)?)$/;

function hoursOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours + minutes / 60;
}

function namedWindow(text: string): NamedWindow {
  const [, days = "", from = "", to = ""] = clockRange.exec(text) ?? ["", text, "0", "24"];
  const name = days.replace(/ /g, "_");
  return {
    kind: "named",
    name: synonyms[name] ?? name,
    from: hoursOf(from),
    to: hoursOf(to) || 24,
  };
}

const lastPrefix = /^(the )?(last|past) (?=\d)/;
const sincePrefix = /^since[:\s]\s*/;
const atMidnight = /t00:00(:00)?z?$/;
const durationWindow = /^(?:since:)?([>+]?)\s*(\d+(?:\.\d+)?)\s*(mo|min|[smhdwy])$/;

function parseWindow(raw: string): Window {
  const text = plain(raw)
    .replace(lastPrefix, "")
    .replace(sincePrefix, "since:")
    .replace(atMidnight, "");
  const [, sign, count, unit] = durationWindow.exec(text) ?? [];
  if (unit) {
    const kind = sign === ">" ? "older" : sign === "+" ? "ahead" : "last";
    return { kind, ...rangeOf(Number(count), unit) };
  }
  if (text === "since:yesterday") return { kind: "last", low: day, high: 2 * day };
  return namedWindow(text);
}

type Hours = [start: number, end: number];

// Hours since 1970-01-01, as if asked at 10:00 on Monday the 5th, when the weekend and the night are just over.
const now = 106;
const spans: Record<string, Hours> = {
  today: [96, 120],
  yesterday: [72, 96],
  weekend: [48, 96],
  overnight: [90, 104],
  "since:saturday": [48, now],
};
const loose: Record<string, { start: number; period: number; length: number }> = {
  weekend: { start: 48, period: 168, length: 48 },
  overnight: { start: 22, period: 24, length: 8 },
};

const isWhole = (window: Window) =>
  window.kind === "named" && window.from === 0 && window.to === 24;

/** A window's start and end, where they are known. */
function spanOf(window: Window): Hours | null {
  if (window.kind === "last") return [now - window.high / 3600, now];
  if (window.kind !== "named") return null;
  const { name, from, to } = window;
  const span = spans[name];
  if (!span || isWhole(window)) return span ?? null;
  if (name !== "today" && name !== "yesterday") return null;
  return [span[0] + from, span[0] + to + (to > from ? 0 : 24)];
}

/** Whether a weekend or night is wanted and the range given covers one and is at most a day longer. */
function coversLoosely(want: Window, got: Window): boolean {
  const wanted = want.kind === "named" && isWhole(want) ? loose[want.name] : undefined;
  const span = wanted && spanOf(got);
  if (!span) return false;
  const [start, end] = span;
  const { period, length } = wanted;
  const wait = (((wanted.start - start) % period) + period) % period;
  return end >= start + wait + length && end - start <= length + 24;
}

const isSameNamed = (want: NamedWindow, got: NamedWindow) =>
  want.name === got.name && want.from === got.from && want.to === got.to;

function isEqual(want: Window, got: Window): boolean {
  if (want.kind === "named") return got.kind === "named" && isSameNamed(want, got);
  if (got.kind === "named" || got.kind !== want.kind) return false;
  return want.low <= got.high && got.low <= want.high;
}

type WindowText = string | null | undefined;

/** Whether a time window is the wanted one, within the tolerances of months, weekends and nights. */
export function sameWindow(want: WindowText, got: WindowText): boolean {
  if (!want || !got) return !want && !got;
  const wanted = parseWindow(want);
  const given = parseWindow(got);
  return coversLoosely(wanted, given) || isEqual(wanted, given);
}
