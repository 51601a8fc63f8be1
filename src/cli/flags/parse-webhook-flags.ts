import { parseDuration } from "../../core/duration.ts";
import { usageError } from "../errors/usage-error.ts";
import { parseSpan } from "./parse-values.ts";

const maxWaitMs = 7 * 86_400_000;
const maxAttempts = 20;

/** Milliseconds before each attempt, of `0s,30s,2m`. */
export function parseSchedule(text: string): number[] {
  const waits = text.split(",").map((word) => parseDuration(word.trim()));
  if (!waits.every((wait) => wait !== null)) {
    const hint = "Write it like 0s,30s,2m,10m,1h: a wait before each attempt.";
    throw usageError(`"${text}" is no list of waits.`, hint);
  }
  if (waits.length > maxAttempts) {
    throw usageError(
      `${waits.length} attempts are too many.`,
      `Give ${maxAttempts} waits at most.`,
    );
  }
  if (waits.some((wait) => wait > maxWaitMs)) {
    throw usageError("A wait of more than 7d is too long.", "An attempt waits 7d at most.");
  }
  return waits;
}

export function parseWebhookTimeout(text: string): number {
  const ms = parseSpan(text);
  if (ms >= 1_000 && ms <= 30_000) return ms;
  throw usageError(`${text} is no time to answer in.`, "Give it from 1s to 30s.");
}

export function parseSecretOverlap(text: string): number {
  const ms = parseSpan(text);
  if (ms <= maxWaitMs) return ms;
  throw usageError(`${text} is too long.`, "An old secret signs along for 7d at most.");
}
