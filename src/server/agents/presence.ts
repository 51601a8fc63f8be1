import { type Clock, isoTime } from "../../core/clock.ts";
import type { Store } from "../../store/port/store.ts";
import type { AgentRecord } from "../../store/records.ts";

/** An agent counts as connected for this long after its last request. */
const connectedMs = 90_000;
/** How old the stored contact time of a connected agent may get: a crash loses no more than this. */
const storeAfterMs = 5 * 60_000;

/** Last contact time of each agent. Kept in memory: every poll updates it and none is worth a write. */
export interface Presence {
  /** Records that the agent has just sent a request. */
  recordContact(id: string): void;
  /** The record with `last_heartbeat_at` up to date. */
  withLastHeartbeat(agent: AgentRecord): AgentRecord;
  /** Whether the last contact is recent enough to count as connected. */
  isRecent(agent: AgentRecord): boolean;
  forget(id: string): void;
  /** Stores the contact times that changed: of all agents, or only the overdue ones. */
  storeContacts(which: "all" | "overdue"): Promise<void>;
}

interface Contact {
  lastMs: number;
  storedMs: number;
  /** The last record returned; cached because each question reads every agent, and few have changed. */
  cached?: { source: AgentRecord; lastMs: number; record: AgentRecord };
}

export function createPresence({ store, clock }: { store: Store; clock: Clock }): Presence {
  const contacts = new Map<string, Contact>();
  const lastContactMs = ({ id, last_heartbeat_at }: AgentRecord): number =>
    Math.max(
      contacts.get(id)?.lastMs ?? 0,
      last_heartbeat_at === null ? 0 : Date.parse(last_heartbeat_at),
    );
  return {
    recordContact(id) {
      const nowMs = clock.now();
      const contact = contacts.get(id);
      if (contact) contact.lastMs = nowMs;
      // Registration has stored the first contact.
      else contacts.set(id, { lastMs: nowMs, storedMs: nowMs });
    },
    withLastHeartbeat(agent) {
      const contact = contacts.get(agent.id);
      if (!contact) return agent;
      const { cached } = contact;
      if (cached?.source === agent && cached.lastMs === contact.lastMs) return cached.record;
      const record = withContact(agent, contact.lastMs);
      contact.cached = { source: agent, lastMs: contact.lastMs, record };
      return record;
    },
    isRecent: (agent) => clock.now() - lastContactMs(agent) < connectedMs,
    forget: (id) => void contacts.delete(id),
    async storeContacts(which) {
      const oldestMs = clock.now() - (which === "all" ? 0 : storeAfterMs);
      const due = [...contacts].filter(
        ([, { lastMs, storedMs }]) => lastMs > storedMs && storedMs <= oldestMs,
      );
      await Promise.all(
        due.map(async ([id, contact]) => {
          contact.storedMs = contact.lastMs;
          await storeContact(store, id, contact.lastMs);
        }),
      );
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

async function storeContact(store: Store, id: string, lastMs: number): Promise<void> {
  const found = await store.find("agent", id);
  if (!found) return;
  const record = { ...found.record, last_heartbeat_at: isoTime(lastMs) };
  // A concurrent change of the record wins; the next contact is stored again.
  await store.commit(
    [{ type: "put", kind: "agent", record }],
    [{ kind: "agent", id, is: "unchanged", revision: found.revision }],
  );
}
