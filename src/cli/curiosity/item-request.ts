import type { Scope, Tags } from "../../contract/common.ts";
import type { CreateCuriosityItem, UpdateCuriosityItem } from "../../contract/curiosity.ts";
import { usageError } from "../errors/usage-error.ts";
import { parseTags } from "../flags/parse-values.ts";
import type { ItemFlags } from "./item-flags.ts";
import { parseFirstRun } from "./parse-interval.ts";

export interface AddFlags extends ItemFlags {
  paused: boolean;
}

/** The request for a new item; the server fills in the rest. */
export function newItem(
  { query, interval }: { query: string; interval: string },
  { paused, tag, ...flags }: AddFlags,
  nowMs: number,
): CreateCuriosityItem {
  return {
    query,
    interval,
    ...timeAndDepth(flags, nowMs),
    ...(tag && { scope: { type: "selector", filter: { tags: parseTags(tag) } } }),
    ...(paused && { active: false }),
  };
}

export interface EditFlags extends ItemFlags {
  query?: string;
  "clear-tags": boolean;
}

/** A change of an item; `tags` replace all previous ones. */
export interface Edit {
  patch: UpdateCuriosityItem;
  tags: Tags | undefined;
}

export function editOf(flags: EditFlags, nowMs: number): Edit {
  const { query, every, tag, "clear-tags": clear } = flags;
  const patch: UpdateCuriosityItem = {
    ...(query !== undefined && { query }),
    ...(every !== undefined && { interval: every }),
    ...timeAndDepth(flags, nowMs),
  };
  const tags = clear ? {} : tag && parseTags(tag);
  if (Object.keys(patch).length === 0 && !tags) {
    throw usageError("Nothing to change was given.", "Pass at least one flag; see --help.");
  }
  return { patch, tags };
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
    ...(first !== undefined && { first_run_at: parseFirstRun(first, nowMs) }),
  };
}
