import { createHash } from "node:crypto";
import { uuidV7 } from "../../core/ids.ts";
import { canonicalJson } from "../../core/json.ts";
import { ownValue } from "../../core/own-value.ts";
import type { Store } from "../../store/port/store.ts";
import type {
  AgentRecord,
  SnapshotIndex,
  SnapshotRecord,
  TableSnapshot,
} from "../../store/records.ts";
import { encodeRows, type ReceivedSnapshot } from "./encode-rows.ts";
import { type FoundSnapshot, findSnapshot } from "./find-snapshot.ts";
import { blobsOfSnapshot } from "./kept-answers.ts";

/** The maximum size of one agent's tables, in bytes of JSON. */
const maxSnapshotBytes = 64 << 20;
/** The maximum size of their index, mostly gaps, which is parsed for each question. */
const maxIndexBytes = 4 << 20;

export type SavedSnapshot =
  /** Tables whose rows the agent must send: their hash differs from the stored one. */
  { ok: true; missing: string[] } | { ok: false; reason: "too_large" };

type Owner = Pick<AgentRecord, "id" | "account_id">;

/**
 * Stores an agent's snapshot in place of its previous one, table by table. All tables of an agent
 * are in one file, which is rewritten when one of them changed. Tables in `deniedTables` are
 * neither stored nor retained.
 */
export async function saveSnapshot(
  store: Store,
  agent: Owner,
  {
    snapshot,
    deniedTables,
    maxBytes = maxSnapshotBytes,
  }: { snapshot: ReceivedSnapshot; deniedTables: string[]; maxBytes?: number },
): Promise<SavedSnapshot> {
  // Two parts of one snapshot may arrive at once; the one that loses the race starts over.
  for (;;) {
    const before = await findSnapshot(store, agent.id);
    const merged = merge(before?.index ?? {}, snapshot, deniedTables);
    const bytes = merged.tables.reduce((sum, { table }) => sum + table.length, 0);
    if (bytes > maxBytes || gapBytes(merged.tables) > maxIndexBytes)
      return { ok: false, reason: "too_large" };
    // Hashes of missing tables update no times: a table counts as collected once its rows arrive.
    const isUnchanged = !merged.changed && Object.keys(merged.collected).length === 0;
    if (isUnchanged || (await write(store, agent, { before, merged })))
      return { ok: true, missing: merged.missing };
  }
}

/** Deletes the stored rows of tables that are denied from now on. */
export async function dropDeniedTables(
  store: Store,
  agent: Pick<AgentRecord, "id" | "account_id" | "agent_id">,
  deniedTables: string[],
): Promise<void> {
  const stored = (await store.find("snapshot", agent.id))?.record;
  if (!stored || !deniedTables.some((table) => Object.hasOwn(stored.tables, table))) return;
  const { collected_at } = stored;
  const snapshot = { agent_id: agent.agent_id, collected_at, tables: {} };
  await saveSnapshot(store, agent, { snapshot, deniedTables });
}

interface Merged {
  tables: MergedTable[];
  /** The collection time of each table in this snapshot. */
  collected: Record<string, string>;
  collectedAt: string;
  missing: string[];
  /** Whether anything but the times differs from the stored snapshot. */
  changed: boolean;
}

interface MergedTable {
  name: string;
  /** As in the stored index; with new rows only the length is valid. */
  table: TableSnapshot;
  /** New rows. */
  json?: Uint8Array;
}

function merge(
  before: SnapshotIndex,
  { collected_at: collectedAt, tables }: ReceivedSnapshot,
  deniedTables: string[],
): Merged {
  const denied = new Set(deniedTables);
  const all = new Map<string, MergedTable>();
  for (const [name, table] of Object.entries(before))
    if (!denied.has(name)) all.set(name, { name, table });
  let changed = all.size < Object.keys(before).length;
  const missing: string[] = [];
  const collected: Record<string, string> = {};
  for (const [name, sent] of Object.entries(tables)) {
    if (denied.has(name)) continue;
    const known = all.get(name);
    if (known?.table.sha256 === sent.sha256) {
      const { gaps } = sent;
      if (canonicalJson(gaps) !== canonicalJson(known.table.gaps)) {
        changed = true;
        all.set(name, { ...known, table: { ...known.table, gaps } });
      }
      collected[name] = collectedAt;
    } else if (sent.rows === undefined) missing.push(name);
    else {
      changed = true;
      all.set(name, { name, ...encode(sent) });
      collected[name] = collectedAt;
    }
  }
  return { tables: [...all.values()], collected, collectedAt, missing, changed };
}

function encode({ rows = null, gaps }: ReceivedSnapshot["tables"][string]) {
  const { json, sha256, row_count } = rows && "json" in rows ? rows : encodeRows(rows);
  return { json, table: { offset: 0, length: json.length, row_count, sha256, gaps } };
}

const gapBytes = (tables: MergedTable[]) =>
  tables.reduce((sum, { table }) => sum + JSON.stringify(table.gaps).length, 0);

/** False if the record was changed meanwhile. */
async function write(
  store: Store,
  { id, account_id }: Owner,
  { before, merged }: { before: FoundSnapshot | undefined; merged: Merged },
): Promise<boolean> {
  const old = before?.record;
  const file =
    merged.changed || !before?.index || !old ? await writeFile(store, id, merged, old?.blob) : old;
  if (!file) return false;
  const { blob, index } = file;
  const names = merged.tables.map(({ name }) => name);
  const tables = Object.fromEntries(
    names.map((name) => [
      name,
      ownValue(merged.collected, name) ?? ownValue(old?.tables ?? {}, name) ?? merged.collectedAt,
    ]),
  );
  const collected_at = merged.collectedAt;
  const answers = blob === old?.blob && old.answers ? { answers: old.answers } : {};
  const committed = await store.commit(
    [
      {
        type: "put",
        kind: "snapshot",
        record: { id, account_id, collected_at, blob, index, tables, ...answers },
      },
    ],
    [
      before
        ? { kind: "snapshot", id, is: "unchanged", revision: before.revision }
        : { kind: "snapshot", id, is: "absent" },
    ],
  );
  const unused = committed.ok ? (old ? blobsOfSnapshot(old) : []) : [blob];
  if (blob !== old?.blob) for (const name of unused) await store.removeBlob(name);
  return committed.ok;
}

/** Writes all tables into a new file; undefined if the previous one was replaced meanwhile. */
async function writeFile(
  store: Store,
  id: string,
  { tables, collectedAt }: Merged,
  oldBlob: string | undefined,
): Promise<Pick<SnapshotRecord, "blob" | "index"> | undefined> {
  const old = oldBlob === undefined ? undefined : await store.getBlob(oldBlob);
  const parts: Uint8Array[] = [];
  const index: SnapshotIndex = {};
  let offset = 0;
  for (const { name, table, json } of tables) {
    const part = json ?? old?.subarray(table.offset, table.offset + table.length);
    if (!part) return undefined;
    index[name] = { ...table, offset };
    parts.push(part);
    offset += part.length;
  }
  const indexPart = Buffer.from(JSON.stringify(index));
  const blob = `snapshot/${blobName(id)}-${uuidV7(Date.parse(collectedAt))}`;
  await store.putBlob(blob, Buffer.concat([...parts, indexPart]));
  return { blob, index: { offset, length: indexPart.length } };
}

/** Agent ids are free text, blob names are not. */
function blobName(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 32);
}
