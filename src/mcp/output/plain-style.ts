import type { Style } from "../../ui/views/view.ts";

/** Like in a pipe: no colour and no truncation. */
export function plainStyle(nowMs: number): Style {
  const unlimited = Number.POSITIVE_INFINITY;
  return { width: unlimited, maxRows: unlimited, colour: false, nowMs };
}
