import type { TableGap } from "../../contract/plan.ts";
import { readJsonBlob, type Store, type Versioned } from "../../store/port/store.ts";
import type { AgentRecord, SnapshotIndex, SnapshotRecord } from "../../store/records.ts";
import type { SnapshotTables } from "../ports/services.ts";

/** What an agent last sent of one table. */
export interface KeptTable {
  collected_at: string;
  gaps: TableGap[];
}

/** What an agent last sent: what of each table could not be seen, and its rows where they are asked for. */
export interface KeptSnapshot {
  tables: Record<string, KeptTable>;
  /** The rows of the tables named; null when another snapshot has taken this one's place meanwhile. */
  read(wanted: string[]): Promise<SnapshotTables | null>;
}

/** What an agent last sent; undefined when it never did. */
export async function snapshotOf(
  store: Store,
  agent: Pick<AgentRecord, "id">,
): Promise<KeptSnapshot | undefined> {
  const found = await findSnapshot(store, agent.id);
  return found?.index && kept(store, found.record, found.index);
}

export interface FoundSnapshot extends Versioned<SnapshotRecord> {
  /** Absent when the file of a damaged folder is gone. */
  index?: SnapshotIndex;
}

/** The record and the index of its blob, which belong together. */
export async function findSnapshot(store: Store, id: string): Promise<FoundSnapshot | undefined> {
  let found = await store.find("snapshot", id);
  while (found) {
    const { blob, index: place } = found.record;
    const index = await readJsonBlob<SnapshotIndex>(store, blob, place);
    if (index) return { ...found, index };
    // It was replaced before its index was read, unless it is still the same one.
    const now = await store.find("snapshot", id);
    if (now?.revision === found.revision) return found;
    found = now;
  }
  return undefined;
}

function kept(store: Store, record: SnapshotRecord, index: SnapshotIndex): KeptSnapshot {
  const tables = Object.entries(index).map(([name, { gaps }]) => {
    const collected_at = record.tables[name] ?? record.collected_at;
    return [name, { collected_at, gaps }] as const;
  });
  return {
    tables: Object.fromEntries(tables),
    async read(wanted) {
      const rows: SnapshotTables = {};
      for (const name of new Set(wanted)) {
        const place = index[name];
        if (!place) continue;
        const table = await store.getBlob(record.blob, place);
        if (table === undefined) return null;
        rows[name] = new TextDecoder().decode(table);
      }
      return rows;
    },
  };
}

/** When each of these agents last sent its tables, ISO, by agent id; agents that never did are absent. */
export async function latestSnapshots(
  store: Store,
  agents: AgentRecord[],
): Promise<Map<string, string>> {
  const found = await Promise.all(agents.map((agent) => store.find("snapshot", agent.id)));
  return new Map(
    found.flatMap((snapshot, index) =>
      snapshot ? [[agents[index]!.agent_id, snapshot.record.collected_at] as const] : [],
    ),
  );
}
