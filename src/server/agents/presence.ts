import { type Clock, isoTime } from "../../core/clock.ts";
import type { Store } from "../../store/port.ts";
import type { AgentRecord } from "../../store/records.ts";

/** An agent counts as connected for this long after its last word. */
const connectedMs = 90_000;
/** How old the stored time of an agent that is there may get: a crash loses no more than this. */
const storedEveryMs = 5 * 60_000;

/** When each agent was last heard. Kept in memory, for each poll is a word and no poll is worth a write. */
export interface Presence {
  /** Notes that the agent has just said something. */
  heard(id: string): void;
  /** The record with its last word. */
  upToDate(agent: AgentRecord): AgentRecord;
  /** Whether its last word is recent enough. */
  isRecent(agent: AgentRecord): boolean;
  forget(id: string): void;
  /** Stores the words that the store doesn't know: of everybody, or only those that are overdue. */
  store(which: "all" | "overdue"): Promise<void>;
}

interface Word {
  heardMs: number;
  storedMs: number;
  /** A record with this word, kept: each question looks at every agent, and most are silent for a minute. */
  told?: { of: AgentRecord; heardMs: number; record: AgentRecord };
}

export function createPresence({ store, clock }: { store: Store; clock: Clock }): Presence {
  const words = new Map<string, Word>();
  const heardMs = ({ id, last_heartbeat_at }: AgentRecord): number =>
    Math.max(
      words.get(id)?.heardMs ?? 0,
      last_heartbeat_at === null ? 0 : Date.parse(last_heartbeat_at),
    );
  return {
    heard(id) {
      const nowMs = clock.now();
      const word = words.get(id);
      if (word) word.heardMs = nowMs;
      // Registration stores the first word.
      else words.set(id, { heardMs: nowMs, storedMs: nowMs });
    },
    upToDate(agent) {
      const word = words.get(agent.id);
      if (!word) return agent;
      const { told } = word;
      if (told?.of === agent && told.heardMs === word.heardMs) return told.record;
      const record = withWord(agent, word.heardMs);
      word.told = { of: agent, heardMs: word.heardMs, record };
      return record;
    },
    isRecent: (agent) => clock.now() - heardMs(agent) < connectedMs,
    forget: (id) => void words.delete(id),
    async store(which) {
      const oldest = clock.now() - (which === "all" ? 0 : storedEveryMs);
      const due = [...words].filter(
        ([, word]) => word.heardMs > word.storedMs && word.storedMs <= oldest,
      );
      await Promise.all(
        due.map(async ([id, word]) => {
          word.storedMs = word.heardMs;
          await storeWord(store, id, word.heardMs);
        }),
      );
    },
  };
}

function withWord(agent: AgentRecord, heardMs: number): AgentRecord {
  const last_heartbeat_at = isoTime(heardMs);
  // Times in ISO-8601 sort as text.
  return last_heartbeat_at > (agent.last_heartbeat_at ?? "")
    ? { ...agent, last_heartbeat_at }
    : agent;
}

async function storeWord(store: Store, id: string, heardMs: number): Promise<void> {
  const found = await store.find("agent", id);
  if (!found) return;
  const record = { ...found.record, last_heartbeat_at: isoTime(heardMs) };
  // Whoever changed the record meanwhile wins; there will be another word.
  await store.commit(
    [{ type: "put", kind: "agent", record }],
    [{ kind: "agent", id, is: "unchanged", revision: found.revision }],
  );
}
