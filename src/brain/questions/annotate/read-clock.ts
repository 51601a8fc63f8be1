import type { Vocabulary } from "../model/reader.ts";
import type { Span, Token } from "../model/types.ts";

/** `9:30`, `6pm`, and a bare hour, as `HH:MM`. */
function clockAt(token: Token | undefined): string | null {
  const match = /^(\d{1,2})(?::(\d{2}))?\s?([ap]m)?$/.exec(token?.lower ?? "");
  if (!match || (token?.kind !== "clock" && token?.kind !== "number")) return null;
  const hour = (Number(match[1]) % (match[3] ? 12 : 24)) + (match[3] === "pm" ? 12 : 0);
  return `${String(hour).padStart(2, "0")}:${match[2] ?? "00"}`;
}

/** "between 9:00 and 12:00", "9am to 5pm": hours of a day, as `from/to`. */
function bothEnds(vocabulary: Vocabulary, tokens: Token[], start: number): Span<string> | null {
  const opens = vocabulary.book("range_opens").at(tokens, start);
  const at = opens?.end ?? start;
  const joint = vocabulary.book("range_joins").at(tokens, at + 1);
  const [from, to] = [clockAt(tokens[at]), joint && clockAt(tokens[joint.end])];
  if (!joint || !from || !to) return null;
  return { start, end: joint.end + 1, value: `${from}/${to}` };
}

/** "after 6pm", "before 09:00": a bare number would be no hour here. */
function oneEnd(vocabulary: Vocabulary, tokens: Token[], start: number): Span<string> | null {
  const side = vocabulary.book("clock_sides").at(tokens, start);
  const token = side && tokens[side.end];
  const hour = token?.kind === "clock" ? clockAt(token) : null;
  if (!side || !hour) return null;
  const value = side.value === "from" ? `${hour}/24:00` : `00:00/${hour}`;
  return { start, end: side.end + 1, value };
}

/** The hours that begin at `start`. */
export const hoursAt = (vocabulary: Vocabulary, tokens: Token[], start: number) =>
  bothEnds(vocabulary, tokens, start) ?? oneEnd(vocabulary, tokens, start);

/** The hours that end right before `end`. */
export function hoursBefore(
  vocabulary: Vocabulary,
  tokens: Token[],
  end: number,
): Span<string> | null {
  for (let start = Math.max(0, end - 5); start < end; start += 1) {
    const hours = hoursAt(vocabulary, tokens, start);
    if (hours?.end === end) return hours;
  }
  return null;
}
