import type { Depth, Mode, Scope } from "../../contract/common.ts";
import type { TriggerRequest } from "../../contract/investigation.ts";
import { parseTags } from "../flags/parse-values.ts";

export interface AskFlags {
  depth?: Depth;
  mode?: Mode;
  tag?: string[];
  "last-seen-within"?: string;
  agent?: string[];
  "idempotency-key"?: string;
}

/** The request for a question and its flags; the server fills in the rest. */
export function triggerRequest(
  query: string,
  flags: AskFlags,
  followUpOf?: string,
): TriggerRequest {
  return withoutUndefined({
    query,
    depth: flags.depth,
    mode: flags.mode,
    scope: scopeOf(flags),
    idempotency_key: flags["idempotency-key"],
    follow_up_of: followUpOf,
  });
}

function scopeOf({ tag, agent, "last-seen-within": lastSeen }: AskFlags): Scope | undefined {
  const filter = withoutUndefined({
    tags: tag && parseTags(tag),
    last_seen_within: lastSeen,
    agent_ids: agent,
  });
  return Object.keys(filter).length > 0 ? { type: "selector", filter } : undefined;
}

function withoutUndefined<T extends object>(value: T): T {
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries) as T;
}
