import type { Scope, Tags } from "../../contract/common.ts";
import type {
  CreateCuriosityItem,
  CuriosityItem,
  UpdateCuriosityItem,
} from "../../contract/curiosity.ts";
import { usageError } from "../errors/usage-error.ts";
import { parseTags, parseTimeAhead } from "../flags/parse-values.ts";
import type { ItemFlags, ScheduleFlags } from "./item-flags.ts";
import { inTimeZone, type Repetition, zoneWithoutTime } from "./parse-schedule.ts";

export interface AddFlags extends ItemFlags {
  paused: boolean;
}

/** The request for a new item; the server fills in the rest. */
export function newItem(
  asked: { query: string } & Repetition,
  { paused, tag, ...flags }: AddFlags,
  nowMs: number,
): CreateCuriosityItem {
  return {
    ...asked,
    ...timeAndDepth(flags, nowMs),
    ...(tag && { scope: { type: "selector", filter: { tags: parseTags(tag) } } }),
    ...(paused && { active: false }),
  };
}

export interface EditFlags extends ScheduleFlags {
  query?: string;
  "clear-tags": boolean;
}

/** A change of an item; `tags` replace all previous ones. */
export interface Edit {
  patch: UpdateCuriosityItem;
  tags: Tags | undefined;
  /** The calendar's new time zone. */
  timeZone: string | undefined;
}

export function editOf(flags: EditFlags, nowMs: number): Edit {
  const { query, every, tag, "time-zone": timeZone, "clear-tags": clear } = flags;
  const patch: UpdateCuriosityItem = {
    ...(query !== undefined && { query }),
    ...(every && inTimeZone(every, timeZone)),
    ...timeAndDepth(flags, nowMs),
  };
  const tags = clear ? {} : tag && parseTags(tag);
  if (Object.keys(patch).length === 0 && !tags && timeZone === undefined) {
    throw usageError("Choose what to change.", "Pass at least one setting; see --help.");
  }
  return { patch, tags, timeZone };
}

/** The calendar that an edit sets: a new one keeps the time zone, a new time zone the rest. */
export function editedCalendar({ calendar }: CuriosityItem, { patch, timeZone }: Edit) {
  const next = patch.calendar ?? (patch.interval === undefined ? calendar : undefined);
  if (!next) {
    if (timeZone !== undefined) throw zoneWithoutTime();
    return {};
  }
  const zone = timeZone ?? calendar?.time_zone;
  return { calendar: { ...next, ...(zone !== undefined && { time_zone: zone }) } };
}

/** The scope with other tags and everything else unchanged. */
export function withTags({ filter }: Scope, tags: Tags): Scope {
  const { tags: _, ...rest } = filter ?? {};
  const some = Object.keys(tags).length > 0;
  return { type: "selector", filter: { ...rest, ...(some && { tags }) } };
}

function timeAndDepth({ depth, "first-run-at": first }: ItemFlags, nowMs: number) {
  return {
    ...(depth && { depth }),
    ...(first !== undefined && { first_run_at: parseTimeAhead(first, nowMs) }),
  };
}
