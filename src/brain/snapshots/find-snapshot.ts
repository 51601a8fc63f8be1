import type { TableGap } from "../../contract/plan.ts";
import { ownValue } from "../../core/own-value.ts";
import { readJsonBlob, type Store, type Versioned } from "../../store/port/store.ts";
import type { AgentRecord, SnapshotIndex, SnapshotRecord } from "../../store/records.ts";
import type { SnapshotTables } from "../ports/services.ts";

/** The latest snapshot of one table. */
export interface StoredTable {
  collected_at: string;
  gaps: TableGap[];
}

/** An agent's latest snapshot: the gaps of each table, and the rows on request. */
export interface StoredSnapshot {
  tables: Record<string, StoredTable>;
  record: SnapshotRecord;
  /** The rows of the named tables; null if another snapshot has replaced this one meanwhile. */
  read(wanted: string[]): Promise<SnapshotTables | null>;
}

/** An agent's latest snapshot; undefined if it has sent none. */
export async function loadSnapshot(
  store: Store,
  agent: Pick<AgentRecord, "id">,
): Promise<StoredSnapshot | undefined> {
  const found = await findSnapshot(store, agent.id);
  return found?.index && storedSnapshot(store, found.record, found.index);
}

export interface FoundSnapshot extends Versioned<SnapshotRecord> {
  /** Absent if the file is missing from a damaged data folder. */
  index?: SnapshotIndex;
}

/** The record and the matching index of its blob. */
export async function findSnapshot(store: Store, id: string): Promise<FoundSnapshot | undefined> {
  let found = await store.find("snapshot", id);
  while (found) {
    const { blob, index: range } = found.record;
    const index = await readJsonBlob<SnapshotIndex>(store, blob, range);
    if (index) return { ...found, index };
    // Read again if it was replaced before its index was read; the same revision means a lost file.
    const now = await store.find("snapshot", id);
    if (now?.revision === found.revision) return found;
    found = now;
  }
  return undefined;
}

function storedSnapshot(
  store: Store,
  record: SnapshotRecord,
  index: SnapshotIndex,
): StoredSnapshot {
  const tables = Object.entries(index).map(([name, { gaps }]) => {
    const collected_at = ownValue(record.tables, name) ?? record.collected_at;
    return [name, { collected_at, gaps }] as const;
  });
  return {
    tables: Object.fromEntries(tables),
    record,
    async read(wanted) {
      const rows: SnapshotTables = {};
      for (const name of new Set(wanted)) {
        const range = ownValue(index, name);
        if (!range) continue;
        const table = await store.getBlob(record.blob, range);
        if (table === undefined) return null;
        rows[name] = new TextDecoder().decode(table);
      }
      return rows;
    },
  };
}

/** The time of each agent's latest snapshot (ISO 8601), by agent id; agents without one are absent. */
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
