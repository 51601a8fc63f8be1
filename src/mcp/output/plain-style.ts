import type { Style } from "../../ui/views/view.ts";

/** As in a pipe: no colour, and nothing is cut to a width. */
export function plainStyle(nowMs: number): Style {
  const unlimited = Number.POSITIVE_INFINITY;
  return { width: unlimited, maxRows: unlimited, colour: false, nowMs };
}
