import type { Draft } from "../../model/types.ts";

/** Marks a stretch of tokens as understood, so that no later stage reads it again. */
export function claim(draft: Draft, start: number, end: number): void {
  for (let at = start; at < end; at += 1) draft.claimed.add(at);
}

/** Whether no stage has understood any of a stretch yet. */
export function isFree(draft: Draft, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (draft.claimed.has(at)) return false;
  return true;
}
