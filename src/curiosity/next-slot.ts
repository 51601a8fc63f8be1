import type { Calendar } from "../contract/curiosity.ts";
import { nextCalendarTime } from "./next-calendar-time.ts";

/** When a question is asked: at the times of a calendar, or else at an interval. */
export interface Schedule {
  /** Above 0. */
  intervalMs: number;
  calendar?: Calendar | undefined;
}

/** The first slot, at `firstMs` at the earliest. */
export function firstSlot({ calendar }: Pick<Schedule, "calendar">, firstMs: number): number {
  return calendar ? nextCalendarTime(calendar, firstMs - 1) : firstMs;
}

/** The first slot after both the last one and `nowMs`: a clock that was set back must not repeat one. */
export function slotAfter(
  { intervalMs, calendar }: Schedule,
  lastMs: number,
  nowMs: number,
): number {
  if (calendar) return nextCalendarTime(calendar, Math.max(lastMs, nowMs));
  return nextSlot(lastMs, intervalMs, nowMs);
}

/**
 * The first time after `nowMs` that is a whole number of intervals after `lastMs`, so that runs
 * neither drift nor pile up. All in ms; `intervalMs` is positive.
 */
export function nextSlot(lastMs: number, intervalMs: number, nowMs: number): number {
  const passed = Math.max(0, Math.floor((nowMs - lastMs) / intervalMs));
  return lastMs + (passed + 1) * intervalMs;
}
