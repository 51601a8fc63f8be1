import { nextSlot } from "../../curiosity/next-slot.ts";

export interface Recurrence {
  /** Of the first run, epoch ms; one that has passed runs at once. */
  firstMs: number;
  /** Above 0. */
  intervalMs: number;
}

/** When a standing question that is made now is asked, the first `count` times, epoch ms. */
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
