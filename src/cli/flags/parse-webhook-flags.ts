import { parseDuration } from "../../core/duration.ts";
import { usageError } from "../errors/usage-error.ts";
import { parseSpan } from "./parse-values.ts";

const maxWaitMs = 7 * 86_400_000;
const maxAttempts = 20;

/** Milliseconds before each attempt, of `0s,30s,2m`. */
export function parseSchedule(text: string): number[] {
  const waits = text.split(",").map((word) => parseDuration(word.trim()));
  if (!waits.every((wait) => wait !== null)) {
    const hint = "Write it like 0s,30s,2m,10m,1h: the wait before each attempt.";
    throw usageError(`"${text}" is not a list of waits.`, hint);
  }
  if (waits.length > maxAttempts) {
    throw usageError(
      `${waits.length} attempts are too many.`,
      `Give at most ${maxAttempts} waits.`,
    );
  }
  if (waits.some((wait) => wait > maxWaitMs)) {
    throw usageError("A wait of more than 7d is too long.", "A wait can be at most 7d.");
  }
  return waits;
}

export function parseWebhookTimeout(text: string): number {
  const ms = parseSpan(text);
  if (ms >= 1_000 && ms <= 30_000) return ms;
  throw usageError(`${text} is not a valid timeout.`, "Use 1s to 30s.");
}

export function parseSecretOverlap(text: string): number {
  const ms = parseSpan(text);
  if (ms <= maxWaitMs) return ms;
  throw usageError(`${text} is too long.`, "A replaced secret can stay valid for at most 7d.");
}
