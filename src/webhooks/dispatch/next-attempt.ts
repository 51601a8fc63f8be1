import type { AttemptOutcome } from "../types.ts";

/** Delays before each attempt, from the end of the previous one. There is one attempt per delay. */
export type Schedule = readonly number[];

export const defaultSchedule: Schedule = [0, 30_000, 120_000, 600_000, 3_600_000];

/** The state of a delivery after an attempt. */
export type NextAttempt =
  | { status: "delivered" | "failed_permanent" }
  /** Epoch ms of the next attempt. */
  | { status: "retrying"; dueMs: number };

/** Decides what follows attempt `number` (from 1), by the HTTP status only. */
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

/** Whether the same request may succeed later; null means no response. */
function isTransient(code: number | null): boolean {
  return code === null || code === 408 || code === 429 || (code >= 500 && code < 600);
}

/**
 * The wait before a delivery's next attempt. Never longer than in the schedule, since the wall
 * clock may have been changed.
 */
export function waitMs(
  { attempts, due_at }: { attempts: readonly unknown[]; due_at: number | null },
  { schedule, nowMs }: { schedule: Schedule; nowMs: number },
): number {
  const longestMs = schedule[Math.min(attempts.length, schedule.length - 1)] ?? 0;
  return Math.min(Math.max(0, (due_at ?? 0) - nowMs), longestMs);
}
