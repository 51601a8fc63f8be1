import { firstSlot, type Schedule, slotAfter } from "../../curiosity/next-slot.ts";

export interface Recurrence extends Schedule {
  /** Time of the first run, epoch ms; a past time means now. */
  firstMs: number;
}

/** The first `count` run times of a scheduled question created now, epoch ms. */
export function upcomingRuns(
  { firstMs, ...schedule }: Recurrence,
  nowMs: number,
  count: number,
): number[] {
  let slot = firstSlot(schedule, firstMs);
  const times = [Math.max(slot, nowMs)];
  while (times.length < count) {
    slot = slotAfter(schedule, slot, nowMs);
    times.push(slot);
  }
  return times;
}
