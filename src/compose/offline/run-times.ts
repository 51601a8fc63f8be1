import { nextSlot } from "../../curiosity/next-slot.ts";

export interface Recurrence {
  /** Time of the first run, epoch ms; a past time means now. */
  firstMs: number;
  /** Above 0. */
  intervalMs: number;
}

/** The first `count` run times of a scheduled question created now, epoch ms. */
export function upcomingRuns(
  { firstMs, intervalMs }: Recurrence,
  nowMs: number,
  count: number,
): number[] {
  const second = nextSlot(firstMs, intervalMs, nowMs);
  return Array.from({ length: count }, (_, at) =>
    at === 0 ? Math.max(firstMs, nowMs) : second + (at - 1) * intervalMs,
  );
}
