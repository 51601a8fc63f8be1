import type { Vocabulary } from "../../model/reader.ts";
import type { Draft, Span, TimeSpan, Token } from "../../model/types.ts";
import { numberAt } from "../values/read-number.ts";
import { hoursAt, hoursBefore } from "./read-clock.ts";

const compactUnits: Record<string, number> = {
  s: 1,
  m: 60,
  min: 60,
  mins: 60,
  h: 3600,
  hr: 3600,
  hrs: 3600,
  d: 86_400,
  day: 86_400,
  days: 86_400,
  w: 604_800,
  wk: 604_800,
  y: 31_536_000,
};

/** `30d`, `6h`, `15m`: the largest unit that says it whole, up to days. */
export function windowOf(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400}d`;
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  return `${Math.max(1, Math.round(seconds / 60))}m`;
}

/** A length of time at `start`: "30 days", "a fortnight", "24h". */
function lengthAt(vocabulary: Vocabulary, tokens: Token[], start: number): Span<number> | null {
  const compact = /^(\d+)(?:-)?([a-z]+)$/.exec(tokens[start]?.lower ?? "");
  const unitSeconds = compact && compactUnits[compact[2] ?? ""];
  if (compact && unitSeconds) {
    return { start, end: start + 1, value: Number(compact[1]) * unitSeconds };
  }
  const units = vocabulary.book("units");
  const number = numberAt(vocabulary, tokens, start);
  const unit = units.at(tokens, number?.end ?? start);
  if (!unit || (!number && tokens[start]?.stem !== "fortnight")) return null;
  return { start, end: unit.end, value: (number?.value ?? 1) * Number(unit.value) };
}

/** The frame ("in the last", "more than") that ends where the length starts. */
function frameBefore(vocabulary: Vocabulary, tokens: Token[], end: number): Span<string> | null {
  for (let start = Math.max(0, end - 4); start < end; start += 1) {
    const frame = vocabulary.book("frames").at(tokens, start);
    if (frame?.end === end) return frame;
  }
  return null;
}

/** "not rebooted in 90 days", "a fortnight without a reboot". */
const isNegated = (vocabulary: Vocabulary, tokens: Token[], { start, end }: Span<number>) =>
  tokens
    .slice(0, start)
    .some((_, at) => vocabulary.book("negation").at(tokens, at) && tokens[at]?.stem !== "no") ||
  tokens[end]?.lower === "without";

function framed(
  vocabulary: Vocabulary,
  tokens: Token[],
  length: Span<number>,
): Span<TimeSpan> | null {
  const frame = frameBefore(vocabulary, tokens, length.start);
  const after = tokens[length.end]?.stem;
  const trailing = after === "ago" || after === "old" ? 1 : 0;
  const negated = isNegated(vocabulary, tokens, length);
  const meaning = frame?.value === "length" && negated ? "older" : (frame?.value ?? "bare");
  if (meaning === "bare" && !trailing && !/\d[a-z]/.test(tokens[length.start]?.lower ?? "")) {
    return null;
  }
  const direction = meaning === "older" || meaning === "ahead" ? meaning : "within";
  const sign = { older: ">", ahead: "+", within: "" }[direction];
  return {
    start: frame?.start ?? length.start,
    end: length.end + trailing,
    value: { window: `${sign}${windowOf(length.value)}`, seconds: length.value, direction },
  };
}

/** A day may have its hours after it or before it: "between 9:00 and 12:00 yesterday". */
function withHours(
  vocabulary: Vocabulary,
  tokens: Token[],
  { start, end, value }: Span<string>,
): Span<TimeSpan> {
  const after = hoursAt(vocabulary, tokens, end);
  const before = after ? null : hoursBefore(vocabulary, tokens, start);
  const hours = after ?? before;
  return {
    start: before?.start ?? start,
    end: after?.end ?? end,
    value: within(hours ? `${value} ${hours.value}` : value),
  };
}

/** Windows of one day, which may be narrowed to some of its hours. */
export const isDay = (window: string) =>
  /^(?:today|yesterday|\w+day|\d{4}-\d{2}-\d{2})$/.test(window);

/** A date is its day, or the beginning of the time after it; the time before one is no period here. */
function dateAt(vocabulary: Vocabulary, tokens: Token[], at: number): Span<TimeSpan> | null {
  const value = tokens[at]?.lower ?? "";
  const side = at > 0 ? vocabulary.book("clock_sides").at(tokens, at - 1) : null;
  if (side?.value === "from")
    return { start: at - 1, end: at + 1, value: within(`since:${value}`) };
  return side ? null : withHours(vocabulary, tokens, { start: at, end: at + 1, value });
}

function named(vocabulary: Vocabulary, tokens: Token[], start: number): Span<TimeSpan> | null {
  const word = tokens[start];
  if (word?.lower === "since" && tokens[start + 1]?.kind === "clock") {
    const hours = hoursAt(vocabulary, tokens, start);
    return hours && { ...hours, value: within(`today ${hours.value}`) };
  }
  if (word?.kind === "date") return dateAt(vocabulary, tokens, start);
  const window = vocabulary.book("windows").at(tokens, start);
  if (window) {
    return isDay(window.value)
      ? withHours(vocabulary, tokens, window)
      : { ...window, value: within(window.value) };
  }
  const ahead = vocabulary.book("ahead").at(tokens, start);
  return ahead && { ...ahead, value: { window: ahead.value, seconds: null, direction: "ahead" } };
}

const within = (window: string): TimeSpan => ({ window, seconds: null, direction: "within" });

/** The period a question speaks of; the first one, its tokens claimed. */
export function readTime(vocabulary: Vocabulary, draft: Draft): Span<TimeSpan> | null {
  const { tokens } = draft;
  for (let start = 0; start < tokens.length; start += 1) {
    const length = lengthAt(vocabulary, tokens, start);
    const span = named(vocabulary, tokens, start) ?? (length && framed(vocabulary, tokens, length));
    if (!span) continue;
    for (let at = span.start; at < span.end; at += 1) draft.claimed.add(at);
    return span;
  }
  return null;
}
