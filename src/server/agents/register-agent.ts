import type { HeartbeatRequest, RegisterRequest } from "../../contract/agent.ts";
import type { Tags } from "../../contract/common.ts";
import type { EventDraft } from "../../contract/event.ts";
import { type Clock, isoTime } from "../../core/clock.ts";
import type { Change, Store } from "../../store/port.ts";
import type { AgentRecord } from "../../store/records.ts";
import { notFound } from "../http/errors.ts";

export interface RegistrationServices {
  store: Store;
  clock: Clock;
  emit(event: EventDraft): Change[];
}

/** The record's id: two accounts may use one agent id. */
export const recordId = (accountId: string, agentId: string) => `${accountId}/${agentId}`;

/** Takes an agent up, or notes what a known one says of itself now; one that isn't `heard` is known by hearsay. */
export async function registerAgent(
  services: RegistrationServices,
  accountId: string,
  { agent_id, ...facts }: RegisterRequest,
  { heard = true }: { heard?: boolean } = {},
): Promise<{ record: AgentRecord; created: boolean }> {
  const { store, clock, emit } = services;
  const id = recordId(accountId, agent_id);
  // Two registrations of one agent may race; the loser starts over.
  for (;;) {
    const before = await store.find("agent", id);
    const now = isoTime(clock.now());
    const last_heartbeat_at = heard ? now : null;
    const record: AgentRecord = before
      ? { ...withFacts(before.record, facts), public_key: facts.public_key, last_heartbeat_at }
      : {
          id,
          account_id: accountId,
          agent_id,
          ...facts,
          reported_tags: facts.tags,
          first_seen_at: now,
          last_heartbeat_at,
        };
    const committed = await store.commit(
      [{ type: "put", kind: "agent", record }, ...(before ? [] : emit(registered(record)))],
      [
        before
          ? { kind: "agent", id, is: "unchanged", revision: before.revision }
          : { kind: "agent", id, is: "absent" },
      ],
    );
    if (committed.ok) return { record, created: !before };
  }
}

/** Changes the stored record of an agent; `not_found` when there is none. */
export async function updateAgent(
  store: Store,
  id: string,
  change: (record: AgentRecord) => AgentRecord,
): Promise<AgentRecord> {
  for (;;) {
    const before = await store.find("agent", id);
    if (!before) throw notFound();
    const record = change(before.record);
    const committed = await store.commit(
      [{ type: "put", kind: "agent", record }],
      [{ kind: "agent", id, is: "unchanged", revision: before.revision }],
    );
    if (committed.ok) return record;
  }
}

/** The record with what its agent now says of itself. */
export function withFacts(record: AgentRecord, { tags, ...facts }: HeartbeatRequest): AgentRecord {
  if (!tags) return { ...record, ...facts };
  return { ...record, ...facts, tags: retagged(record, tags), reported_tags: tags };
}

/** An operator's word on a tag stands until the agent itself says something new of that tag. */
function retagged({ tags, reported_tags: before }: AgentRecord, now: Tags): Tags {
  const kept = Object.entries(tags).filter(([key]) => !(key in before) || key in now);
  const news = Object.entries(now).filter(([key, value]) => before[key] !== value);
  return Object.fromEntries([...kept, ...news]);
}

function registered(record: AgentRecord): EventDraft {
  const { agent_id, hostname, os, os_version, arch, tags } = record;
  return {
    accountId: record.account_id,
    type: "agent.registered",
    data: { tags, agent: { agent_id, hostname, os, os_version, arch } },
  };
}
