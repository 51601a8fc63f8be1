import type { CuriosityItem } from "../../contract/curiosity.ts";
import { relativeTime } from "../text/relative-time.ts";
import type { Style } from "../text/style.ts";

/** When the item runs next: `in 2h 30m`, `now` or `paused`. */
export function nextRunText({ next_run_at }: CuriosityItem, { nowMs }: Style): string {
  if (next_run_at === null) return "paused";
  return Date.parse(next_run_at) < nowMs + 1_000 ? "now" : relativeTime(next_run_at, nowMs);
}
