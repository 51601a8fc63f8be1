import type { HostFacts, PathOutcome, PathRequest } from "../model/types.ts";

/** What the estates' thread is told; in the order it is told, so that a search sees all before it. */
export type EstateMessage =
  | { type: "replace"; estate: string; facts: HostFacts }
  | { type: "remove"; estate: string; agentId: string }
  /** `stop` holds one number, which turns from 0 when nobody waits for the search any more. */
  | { type: "search"; estate: string; id: number; request: PathRequest; stop: Int32Array };

/** What it answers a search with. */
export type EstateReply = { id: number; outcome: PathOutcome } | { id: number; error: string };
