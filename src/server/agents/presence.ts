import { type Clock, isoTime } from "../../core/clock.ts";
import type { SharedContact, SharedContacts } from "../../store/port/shared-state.ts";
import type { Store } from "../../store/port/store.ts";
import type { AgentRecord } from "../../store/records.ts";
import { createContactPublisher } from "./publish-contacts.ts";

/** An agent counts as connected for this long after its last request. */
const connectedMs = 90_000;
/** How old the stored contact time of a connected agent may get: a crash loses no more than this. */
const storeAfterMs = 5 * 60_000;

/**
 * Last contact time of each agent, with any server. Kept in memory: every poll updates it and none is
 * worth a write of the record.
 */
export interface Presence {
  /** Records that the agent has just sent a request. */
  recordContact(id: string): void;
  /** Records that the agent stops: it is not connected until its next request. */
  recordGoodbye(id: string): void;
  /** The record with `last_heartbeat_at` up to date. */
  withLastHeartbeat(agent: AgentRecord): AgentRecord;
  /** Whether the last contact is recent enough to count as connected. */
  isRecent(agent: KnownContact): boolean;
  forget(id: string): void;
  /** Stores the times of this server's contacts that changed: of all agents, or only the overdue ones. */
  storeContacts(which: "all" | "overdue"): Promise<void>;
  /** Stores and publishes what has changed. */
  stop(): Promise<void>;
}

/** What a record knows of an agent's last contact. */
export type KnownContact = Pick<AgentRecord, "id" | "last_heartbeat_at" | "has_stopped">;

interface Contact {
  lastMs: number;
  /** The last contact with this server; 0 if there was none. Other servers store theirs. */
  ownMs: number;
  storedMs: number;
  hasStopped: boolean;
  /** The last record returned; cached because each question reads every agent, and few have changed. */
  cached?: { source: AgentRecord; lastMs: number; record: AgentRecord };
}

export function createPresence({
  store,
  clock,
  isReachable,
  shared,
  onError,
}: {
  store: Store;
  clock: Clock;
  /** Whether agents elsewhere can reach this server: those that can't were connected to an earlier one. */
  isReachable: boolean;
  /** The contacts of other servers over the same database. */
  shared?: { contacts: SharedContacts } | undefined;
  onError(error: unknown): void;
}): Presence {
  const contacts = new Map<string, Contact>();
  const publisher = shared && createContactPublisher(shared.contacts, { clock, onError });
  const lastContactMs = ({ id, last_heartbeat_at }: KnownContact): number =>
    Math.max(
      contacts.get(id)?.lastMs ?? 0,
      last_heartbeat_at === null ? 0 : Date.parse(last_heartbeat_at),
    );
  const record = (id: string, hasStopped: boolean): void => {
    const nowMs = clock.now();
    const contact = contacts.get(id);
    if (contact) Object.assign(contact, { lastMs: nowMs, ownMs: nowMs, hasStopped });
    // Registration has stored the first contact.
    else contacts.set(id, { lastMs: nowMs, ownMs: nowMs, storedMs: nowMs, hasStopped });
    publisher?.add(id, hasStopped);
  };
  const addOthers = (others: SharedContact[]): void => {
    for (const { agent, ageMs, hasStopped } of others) {
      const lastMs = clock.now() - ageMs;
      const contact = contacts.get(agent);
      if (!contact) contacts.set(agent, { lastMs, ownMs: 0, storedMs: lastMs, hasStopped });
      else if (lastMs >= contact.lastMs) Object.assign(contact, { lastMs, hasStopped });
    }
  };
  const loadOthers = () => void shared?.contacts.all().then(addOthers, onError);
  const stopWatching = shared?.contacts.watch(addOthers, loadOthers);
  loadOthers();
  async function storeContacts(which: "all" | "overdue"): Promise<void> {
    const oldestMs = clock.now() - (which === "all" ? 0 : storeAfterMs);
    const due = [...contacts].filter(
      ([, { ownMs, storedMs }]) => ownMs > storedMs && storedMs <= oldestMs,
    );
    await Promise.all(
      due.map(async ([id, contact]) => {
        contact.storedMs = contact.lastMs;
        await storeContact(store, id, contact);
      }),
    );
  }
  return {
    recordContact: (id) => record(id, false),
    recordGoodbye: (id) => record(id, true),
    withLastHeartbeat(agent) {
      const contact = contacts.get(agent.id);
      if (!contact) return agent;
      const { cached } = contact;
      if (cached?.source === agent && cached.lastMs === contact.lastMs) return cached.record;
      const record = withContact(agent, contact.lastMs);
      contact.cached = { source: agent, lastMs: contact.lastMs, record };
      return record;
    },
    isRecent(agent) {
      const contact = contacts.get(agent.id);
      if (contact?.hasStopped ?? (agent.has_stopped || !isReachable)) return false;
      return clock.now() - lastContactMs(agent) < connectedMs;
    },
    forget(id) {
      contacts.delete(id);
      shared?.contacts.forget(id).catch(onError);
    },
    storeContacts,
    async stop() {
      stopWatching?.();
      await storeContacts("all");
      await publisher?.flush();
    },
  };
}

function withContact(agent: AgentRecord, lastMs: number): AgentRecord {
  const last_heartbeat_at = isoTime(lastMs);
  // ISO-8601 times sort as text.
  return last_heartbeat_at > (agent.last_heartbeat_at ?? "")
    ? { ...agent, last_heartbeat_at }
    : agent;
}

async function storeContact(
  store: Store,
  id: string,
  { lastMs, hasStopped }: Contact,
): Promise<void> {
  const found = await store.find("agent", id);
  if (!found) return;
  const { has_stopped: _, ...before } = found.record;
  const last_heartbeat_at = isoTime(lastMs);
  const record = {
    ...before,
    last_heartbeat_at,
    ...(hasStopped && { has_stopped: true as const }),
  };
  // A concurrent change of the record wins; the next contact is stored again.
  await store.commit(
    [{ type: "put", kind: "agent", record }],
    [{ kind: "agent", id, is: "unchanged", revision: found.revision }],
  );
}
