import type { UpdateCuriosityItem } from "../contract/curiosity.ts";
import { type InvestigationStatus, isTerminal } from "../contract/investigation.ts";
import { isoTime } from "../core/clock.ts";
import { parseDuration } from "../core/duration.ts";
import type { CuriosityRecord } from "../store/records.ts";
import { nextCalendarTime } from "./next-calendar-time.ts";
import { firstSlot, type Schedule, slotAfter } from "./next-slot.ts";

/** Whether a run of the item is still in progress. */
export function isRunning({ last_status }: CuriosityRecord): boolean {
  return last_status !== null && !isTerminal(last_status);
}

/** The item's next due time, epoch ms; null while it is paused or running. */
export function dueAt(item: CuriosityRecord): number | null {
  return item.active && !isRunning(item) ? item.slot_at : null;
}

/** The item with its due time derived from its other fields, and no lease. */
function withDueTime(item: CuriosityRecord): CuriosityRecord {
  return { ...item, due_at: dueAt(item), lease: null };
}

interface RunStart {
  investigationId: string;
  nowMs: number;
}

/** The item after its run for the due slot has started. */
export function started(item: CuriosityRecord, run: RunStart): CuriosityRecord {
  const slot_at = slotAfter(scheduleOf(item), item.slot_at, run.nowMs);
  return startedByHand({ ...item, last_slot_at: item.slot_at, slot_at }, run);
}

/** The item after a run outside of its schedule has started. */
export function startedByHand(item: CuriosityRecord, run: RunStart): CuriosityRecord {
  return withDueTime({
    ...item,
    last_run_at: isoTime(run.nowMs),
    last_investigation_id: run.investigationId,
    last_status: "queued",
    run_count: item.run_count + 1,
  });
}

/** The item after its run has ended; slots that passed during the run are skipped. */
export function ended(
  item: CuriosityRecord,
  { status, nowMs }: { status: InvestigationStatus; nowMs: number },
): CuriosityRecord {
  const passed = item.slot_at <= nowMs && item.last_slot_at !== null;
  const slot_at = passed ? slotAfterLast(item, nowMs) : item.slot_at;
  const last_completed_id =
    status === "completed" ? item.last_investigation_id : item.last_completed_id;
  return withDueTime({ ...item, last_status: status, last_completed_id, slot_at });
}

/** The item with the fields of `patch`; a new interval starts at the last run and ends a calendar. */
export function changed(
  item: CuriosityRecord,
  patch: UpdateCuriosityItem,
  nowMs: number,
): CuriosityRecord {
  const { first_run_at, ...rest } = patch;
  const { calendar, ...current } = item;
  const kept = calendar && patch.interval === undefined ? { calendar } : {};
  const patched = { ...current, ...kept, ...rest, updated_at: isoTime(nowMs) };
  if (first_run_at !== undefined) {
    const slot_at = firstSlot(patched, Date.parse(first_run_at));
    // A new schedule: earlier runs don't count, so it can't be overdue.
    return withDueTime({ ...patched, first_run_at: isoTime(slot_at), slot_at, last_slot_at: null });
  }
  if (patch.calendar) {
    return withDueTime({ ...patched, slot_at: nextCalendarTime(patch.calendar, nowMs) });
  }
  const regular = patch.interval !== undefined && item.last_slot_at !== null;
  return withDueTime(regular ? { ...patched, slot_at: slotAfterLast(patched, nowMs) } : patched);
}

function slotAfterLast(item: CuriosityRecord, nowMs: number): number {
  return slotAfter(scheduleOf(item), item.last_slot_at ?? item.slot_at, nowMs);
}

/** The item's interval was validated when it was created. */
function scheduleOf({ interval, calendar }: CuriosityRecord): Schedule {
  const intervalMs = parseDuration(interval);
  if (intervalMs === null || intervalMs <= 0) throw new Error(`not an interval: ${interval}`);
  return { intervalMs, calendar };
}
