import type { UpdateCuriosityItem } from "../contract/curiosity.ts";
import { type InvestigationStatus, isTerminal } from "../contract/investigation.ts";
import { isoTime } from "../core/clock.ts";
import { parseDuration } from "../core/duration.ts";
import type { CuriosityRecord } from "../store/records.ts";
import { nextSlot } from "./next-slot.ts";

/** Whether a run that the item started has not ended yet. */
export function isRunning({ last_status }: CuriosityRecord): boolean {
  return last_status !== null && !isTerminal(last_status);
}

/** When the item is to run next, epoch ms; null while it is paused or a run of it goes on. */
export function dueAt(item: CuriosityRecord): number | null {
  return item.active && !isRunning(item) ? item.slot_at : null;
}

/** The item, its due time and lease as its other fields make them. */
function settled(item: CuriosityRecord): CuriosityRecord {
  return { ...item, due_at: dueAt(item), lease: null };
}

/** The item with a run of it just started, in the slot that was due. */
export function started(
  item: CuriosityRecord,
  run: { investigationId: string; nowMs: number },
): CuriosityRecord {
  return settled({
    ...item,
    last_slot_at: item.slot_at,
    slot_at: nextSlot(item.slot_at, intervalOf(item), run.nowMs),
    last_run_at: isoTime(run.nowMs),
    last_investigation_id: run.investigationId,
    last_status: "queued",
    run_count: item.run_count + 1,
  });
}

/** The item with its run ended: slots of its grid that passed meanwhile are left out. */
export function ended(
  item: CuriosityRecord,
  { status, nowMs }: { status: InvestigationStatus; nowMs: number },
): CuriosityRecord {
  const passed = item.slot_at <= nowMs && item.last_slot_at !== null;
  const slot_at = passed ? slotAfterLast(item, nowMs) : item.slot_at;
  const last_completed_id =
    status === "completed" ? item.last_investigation_id : item.last_completed_id;
  return settled({ ...item, last_status: status, last_completed_id, slot_at });
}

/** The item with the fields of `patch`; a new interval counts from the last run. */
export function changed(
  item: CuriosityRecord,
  patch: UpdateCuriosityItem,
  nowMs: number,
): CuriosityRecord {
  const { first_run_at, ...rest } = patch;
  const patched = { ...item, ...rest, updated_at: isoTime(nowMs) };
  if (first_run_at !== undefined) {
    const slot_at = Date.parse(first_run_at);
    // Its grid starts anew: what ran before says nothing of it, not even that it is overdue.
    return settled({ ...patched, first_run_at: isoTime(slot_at), slot_at, last_slot_at: null });
  }
  const regular = patch.interval !== undefined && item.last_slot_at !== null;
  return settled(regular ? { ...patched, slot_at: slotAfterLast(patched, nowMs) } : patched);
}

function slotAfterLast(item: CuriosityRecord, nowMs: number): number {
  return nextSlot(item.last_slot_at ?? item.slot_at, intervalOf(item), nowMs);
}

/** In ms; what is stored was checked when it came. */
function intervalOf({ interval }: CuriosityRecord): number {
  const ms = parseDuration(interval);
  if (ms === null || ms <= 0) throw new Error(`not an interval: ${interval}`);
  return ms;
}
