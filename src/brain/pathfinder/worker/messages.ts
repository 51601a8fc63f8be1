import type { HostFacts, PathOutcome, PathRequest } from "../model/types.ts";

/**
 * Messages to the estates' thread, handled in order, so that a search sees every earlier change.
 */
export type EstateMessage =
  | { type: "replace"; estate: string; facts: HostFacts }
  | { type: "remove"; estate: string; agentId: string }
  /** `stop` holds one number, set to 1 when the search is abandoned. */
  | { type: "search"; estate: string; id: number; request: PathRequest; stop: Int32Array };

/** The answer to a search. */
export type EstateReply = { id: number; outcome: PathOutcome } | { id: number; error: string };
