import { createHash } from "node:crypto";
import type { TableGap } from "../contract/plan.ts";
import {
  type AgentRecord,
  readJsonBlob,
  type SnapshotRecord,
  type Store,
  type TableSnapshot,
  writeJsonBlob,
} from "../store/port.ts";
import type { SnapshotTables } from "./ports.ts";

/** The newest snapshot of each table of one agent, by table. */
export async function snapshotsOf(
  store: Store,
  agent: AgentRecord,
): Promise<SnapshotRecord["tables"]> {
  return (await store.find("snapshot", agent.id))?.record.tables ?? {};
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

/** The rows of the tables named; a table without a snapshot is absent. */
export async function readSnapshots(
  store: Store,
  snapshots: Record<string, TableSnapshot>,
  tables: string[],
): Promise<SnapshotTables> {
  const wanted = [...new Set(tables)].flatMap((table) =>
    snapshots[table] ? [{ table, ...snapshots[table] }] : [],
  );
  const entries = await Promise.all(
    wanted.map(
      async ({ table, blob }) =>
        [table, (await readJsonBlob<SnapshotTables[string]>(store, blob)) ?? null] as const,
    ),
  );
  return Object.fromEntries(entries);
}

/** Keeps an agent's tables, and what it could not see of them, in place of those it sent before. */
export async function saveSnapshots(
  store: Store,
  agent: AgentRecord,
  {
    tables,
    gaps = {},
    collectedAt,
  }: { tables: SnapshotTables; gaps?: Record<string, TableGap[]>; collectedAt: string },
): Promise<void> {
  const before = await store.find("snapshot", agent.id);
  const saved: SnapshotRecord["tables"] = { ...before?.record.tables };
  const replaced: string[] = [];
  for (const [table, rows] of Object.entries(tables)) {
    const blob = `snapshot/${blobName(agent.id, table)}-${Date.parse(collectedAt)}`;
    await writeJsonBlob(store, blob, rows);
    if (saved[table] && saved[table].blob !== blob) replaced.push(saved[table].blob);
    saved[table] = {
      collected_at: collectedAt,
      row_count: rows?.length ?? 0,
      blob,
      ...(gaps[table]?.length && { gaps: gaps[table] }),
    };
  }
  const record: SnapshotRecord = {
    id: agent.id,
    account_id: agent.account_id,
    collected_at: collectedAt,
    tables: saved,
  };
  await store.commit([{ type: "put", kind: "snapshot", record }]);
  for (const blob of replaced) await store.removeBlob(blob);
}

/** Agent ids are free text, names of blobs are not. */
function blobName(id: string, table: string): string {
  return `${createHash("sha256").update(id).digest("hex").slice(0, 32)}-${table}`;
}
