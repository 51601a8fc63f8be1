import { parseDuration } from "../../core/duration.ts";
import { usageError } from "../errors/usage-error.ts";
import { parseTime } from "../flags/parse-values.ts";

/** An interval as typed; the server checks its limits. */
export function parseInterval(text: string): string {
  if (isInterval(text)) return text;
  throw usageError(`"${text}" is no interval.`, "Write it like 15m, 24h or 7d.");
}

export function isInterval(text: string): boolean {
  return (parseDuration(text) ?? 0) > 0;
}

/** ISO time of an ISO-8601 time or of a span from now: a first run lies ahead. */
export function parseFirstRun(text: string, nowMs: number): string {
  const span = parseDuration(text);
  return span === null ? parseTime(text, nowMs) : new Date(nowMs + span).toISOString();
}
