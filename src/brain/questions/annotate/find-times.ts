import type { Vocabulary } from "../model/reader.ts";
import type { Span, Token } from "../model/types.ts";
import { hoursAt, hoursBefore } from "./read-clock.ts";

/** A stretch of time that a question speaks of; what it is of is for the reading to decide. */
export interface TimeMention {
  /** Without a sign: `30d`, `yesterday`, `since:boot`. */
  window: string;
  /** A length of time ("30 days"), which may be before now, after it, or an age. */
  isLength: boolean;
  /** The direction that the words before it give. */
  direction: "within" | "older" | "ahead" | "none";
}

/** `30d`, `6h`, `15m`: the largest unit that says it whole, up to days. */
export function windowOf(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400}d`;
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  return `${Math.max(1, Math.round(seconds / 60))}m`;
}

/** The frame ("in the last", "more than") that ends where the length starts. */
function frameBefore(vocabulary: Vocabulary, tokens: Token[], end: number): Span<string> | null {
  for (let start = Math.max(0, end - 4); start < end; start += 1) {
    const frame = vocabulary.book("frames").at(tokens, start);
    if (frame?.end === end) return frame;
  }
  return null;
}

function lengthAt(
  vocabulary: Vocabulary,
  tokens: Token[],
  start: number,
): Span<TimeMention> | null {
  const seconds = tokens[start]?.seconds;
  if (seconds === undefined) return null;
  const frame = frameBefore(vocabulary, tokens, start);
  const after = tokens[start + 1]?.stem;
  const trailing = after === "ago" || after === "old" ? 1 : 0;
  const said = frame?.value;
  const direction = said === "within" || said === "older" || said === "ahead" ? said : "none";
  return {
    start: frame?.start ?? start,
    end: start + 1 + trailing,
    value: { window: windowOf(seconds), isLength: true, direction },
  };
}

/** Windows of one day, which may be narrowed to some of its hours. */
const isDay = (window: string) => /^(?:today|yesterday|\w+day|\d{4}-\d{2}-\d{2})$/.test(window);

const mention = (window: string): TimeMention => ({
  window,
  isLength: false,
  direction: "within",
});

/** A day may have its hours after it or before it: "between 9:00 and 12:00 yesterday". */
function withHours(
  vocabulary: Vocabulary,
  tokens: Token[],
  { start, end, value }: Span<string>,
): Span<TimeMention> {
  const after = hoursAt(vocabulary, tokens, end);
  const before = after ? null : hoursBefore(vocabulary, tokens, start);
  const hours = after ?? before;
  return {
    start: before?.start ?? start,
    end: after?.end ?? end,
    value: mention(hours ? `${value} ${hours.value}` : value),
  };
}

/** A date is its day, or the beginning of the time after it; the time before one is no window. */
function dateAt(vocabulary: Vocabulary, tokens: Token[], at: number): Span<TimeMention> | null {
  const value = tokens[at]?.lower ?? "";
  const side = at > 0 ? vocabulary.book("clock_sides").at(tokens, at - 1) : null;
  if (side?.value === "from")
    return { start: at - 1, end: at + 1, value: mention(`since:${value}`) };
  return side ? null : withHours(vocabulary, tokens, { start: at, end: at + 1, value });
}

function namedAt(vocabulary: Vocabulary, tokens: Token[], start: number): Span<TimeMention> | null {
  const token = tokens[start];
  if (token?.lower === "since" && tokens[start + 1]?.kind === "clock") {
    const hours = hoursAt(vocabulary, tokens, start);
    return hours && { ...hours, value: mention(`today ${hours.value}`) };
  }
  if (token?.kind === "date") return dateAt(vocabulary, tokens, start);
  const window = vocabulary.book("windows").at(tokens, start);
  if (window) {
    if (isDay(window.value)) return withHours(vocabulary, tokens, window);
    const isLength = /^\d/.test(window.value);
    return { ...window, value: { ...mention(window.value), isLength } };
  }
  const ahead = vocabulary.book("ahead").at(tokens, start);
  return (
    ahead && {
      ...ahead,
      value: { window: ahead.value.slice(1), isLength: true, direction: "ahead" },
    }
  );
}

/** Every stretch of time a question speaks of, in order. */
export function findTimes(vocabulary: Vocabulary, tokens: Token[]): Span<TimeMention>[] {
  const spans: Span<TimeMention>[] = [];
  for (let start = 0; start < tokens.length; start += 1) {
    if (start < (spans.at(-1)?.end ?? 0)) continue;
    const span = namedAt(vocabulary, tokens, start) ?? lengthAt(vocabulary, tokens, start);
    if (span) spans.push(span);
  }
  return spans;
}
