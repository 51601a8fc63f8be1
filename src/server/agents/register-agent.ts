import type { HeartbeatRequest, RegisterRequest } from "../../contract/agent.ts";
import type { Tags } from "../../contract/common.ts";
import type { EventDraft } from "../../contract/event.ts";
import { type Clock, isoTime } from "../../core/clock.ts";
import { ownValue } from "../../core/own-value.ts";
import type { Change, Store } from "../../store/port/store.ts";
import { updateRecord } from "../../store/port/update-record.ts";
import type { AgentRecord } from "../../store/records.ts";
import { notFound } from "../http/errors.ts";
import { admit, type Refusal, type Sender } from "./identity/agent-identity.ts";

export interface RegistrationServices {
  store: Store;
  clock: Clock;
  emit(event: EventDraft): Change[];
}

/** Id of an agent's record; two accounts may use the same agent id. */
export const recordId = (accountId: string, agentId: string) => `${accountId}/${agentId}`;

export type RegistrationOutcome =
  | { ok: true; record: AgentRecord; created: boolean }
  | { ok: false; reason: Refusal; record: AgentRecord };

/** Creates or updates an agent's record; `contacted` is false for an agent registered on its behalf. */
export async function registerAgent(
  services: RegistrationServices,
  accountId: string,
  { agent_id, ...facts }: RegisterRequest,
  {
    contacted = true,
    sender,
    isPolling = () => false,
  }: { contacted?: boolean; sender: Sender; isPolling?: (id: string) => boolean },
): Promise<RegistrationOutcome> {
  const { store, clock, emit } = services;
  const id = recordId(accountId, agent_id);
  return updateRecord<"agent", RegistrationOutcome>(store, { kind: "agent", id }, (before) => {
    const admission = admit(before, {
      publicKey: facts.public_key,
      sender,
      isPolling: isPolling(id),
    });
    if (!admission.ok)
      return { changes: [], result: { ...admission, record: before as AgentRecord } };
    const { remote } = admission;
    const now = isoTime(clock.now());
    const last_heartbeat_at = contacted ? now : null;
    const record: AgentRecord = before
      ? { ...applyFacts(before, facts), public_key: facts.public_key, remote, last_heartbeat_at }
      : {
          id,
          account_id: accountId,
          agent_id,
          ...facts,
          remote,
          reported_tags: facts.tags,
          first_seen_at: now,
          last_heartbeat_at,
        };
    return {
      changes: [
        { type: "put", kind: "agent", record },
        ...(before ? [] : emit(registered(record))),
      ],
      result: { ok: true, record, created: !before },
    };
  });
}

/** Changes the stored record of an agent; `not_found` when there is none. */
export async function updateAgent(
  store: Store,
  id: string,
  change: (record: AgentRecord) => AgentRecord,
): Promise<AgentRecord> {
  return updateRecord(store, { kind: "agent", id }, (before) => {
    if (!before) throw notFound();
    const record = change(before);
    return { changes: [{ type: "put", kind: "agent", record }], result: record };
  });
}

/** The record with the facts its agent reports now. */
export function applyFacts(record: AgentRecord, { tags, ...facts }: HeartbeatRequest): AgentRecord {
  if (!tags) return { ...record, ...facts };
  return { ...record, ...facts, tags: mergeTags(record, tags), reported_tags: tags };
}

/** An operator's value of a tag is retained until the agent reports a different value of that tag. */
function mergeTags({ tags, reported_tags: before }: AgentRecord, now: Tags): Tags {
  const retained = Object.entries(tags).filter(
    ([key]) => !Object.hasOwn(before, key) || Object.hasOwn(now, key),
  );
  const changed = Object.entries(now).filter(([key, value]) => ownValue(before, key) !== value);
  return Object.fromEntries([...retained, ...changed]);
}

function registered(record: AgentRecord): EventDraft {
  const { agent_id, hostname, os, os_version, arch, tags } = record;
  return {
    accountId: record.account_id,
    type: "agent.registered",
    data: { tags, agent: { agent_id, hostname, os, os_version, arch } },
  };
}
