import type { AttemptOutcome } from "../types.ts";

/** Delays before each attempt, from the moment the one before failed; as many attempts as delays. */
export type Schedule = readonly number[];

export const defaultSchedule: Schedule = [0, 30_000, 120_000, 600_000, 3_600_000];

/** What an attempt's outcome makes of its delivery. */
export type NextAttempt =
  | { status: "delivered" | "failed_permanent" }
  /** Epoch ms of the next attempt. */
  | { status: "retrying"; dueMs: number };

/** Judges attempt `number`, counted from 1; the receiver's status is all that counts. */
export function nextAttempt(
  { response_code }: Pick<AttemptOutcome, "response_code">,
  { number, schedule, nowMs }: { number: number; schedule: Schedule; nowMs: number },
): NextAttempt {
  if (response_code !== null && response_code >= 200 && response_code < 300)
    return { status: "delivered" };
  const delayMs = schedule[number];
  return isTransient(response_code) && delayMs !== undefined
    ? { status: "retrying", dueMs: nowMs + delayMs }
    : { status: "failed_permanent" };
}

/** Whether the same request may fare better later; null is no response at all. */
function isTransient(code: number | null): boolean {
  return code === null || code === 408 || code === 429 || (code >= 500 && code < 600);
}

/**
 * The wait before a delivery's next attempt, on a wall clock that may have been set since:
 * never longer than the schedule has it.
 */
export function waitMs(
  { attempts, due_at }: { attempts: readonly unknown[]; due_at: number | null },
  { schedule, nowMs }: { schedule: Schedule; nowMs: number },
): number {
  const longestMs = schedule[Math.min(attempts.length, schedule.length - 1)] ?? 0;
  return Math.min(Math.max(0, (due_at ?? 0) - nowMs), longestMs);
}
