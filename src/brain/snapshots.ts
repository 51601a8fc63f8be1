import { createHash } from "node:crypto";
import type { Snapshot, SnapshotTable } from "../contract/snapshot.ts";
import { uuidV7 } from "../core/ids.ts";
import { canonicalJson } from "../core/json.ts";
import type {
  AgentRecord,
  SnapshotRecord,
  Store,
  TableSnapshot,
  Versioned,
} from "../store/port.ts";
import type { SnapshotTables } from "./ports.ts";

/** What an agent last sent; undefined when it never did. */
export async function snapshotOf(
  store: Store,
  agent: AgentRecord,
): Promise<SnapshotRecord | undefined> {
  return (await store.find("snapshot", agent.id))?.record;
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

/** The rows of the tables named; null when another snapshot has taken this one's place meanwhile. */
export async function readSnapshot(
  store: Store,
  { blob, tables }: Pick<SnapshotRecord, "blob" | "tables">,
  wanted: string[],
): Promise<SnapshotTables | null> {
  const places = [...new Set(wanted)].flatMap((name) =>
    tables[name] ? [{ name, ...tables[name] }] : [],
  );
  if (places.length === 0) return {};
  const bytes = await store.getBlob(blob);
  if (!bytes) return null;
  return Object.fromEntries(
    places.map(({ name, offset, length }) => [
      name,
      parse(bytes.subarray(offset, offset + length)),
    ]),
  );
}

function parse(bytes: Uint8Array): SnapshotTables[string] {
  return JSON.parse(new TextDecoder().decode(bytes)) as SnapshotTables[string];
}

/** One agent's tables take no more than this, bytes of JSON. */
const maxSnapshotBytes = 128 << 20;

export type SavedSnapshot =
  /** Tables whose rows are needed: their hash is not that of what is kept. */
  { ok: true; missing: string[] } | { ok: false; reason: "too_large" };

/**
 * Keeps what an agent sent in place of what it sent before, table by table. All tables of an
 * agent are in one file, which is written anew when the rows of one of them changed. A table of
 * `deniedTables` is not kept, and one that is kept goes.
 */
export async function saveSnapshot(
  store: Store,
  agent: Pick<AgentRecord, "id" | "account_id">,
  { snapshot, deniedTables }: { snapshot: Snapshot; deniedTables: string[] },
): Promise<SavedSnapshot> {
  // Two parts of one snapshot may arrive at once; the loser of that race starts over.
  for (;;) {
    const before = await store.find("snapshot", agent.id);
    const merged = merge(before?.record.tables ?? {}, snapshot, deniedTables);
    if (merged.bytes > maxSnapshotBytes) return { ok: false, reason: "too_large" };
    const kept = await write(store, agent, { before, merged, at: snapshot.collected_at });
    if (kept) return { ok: true, missing: merged.missing };
  }
}

interface Merged {
  tables: { name: string; table: Omit<TableSnapshot, "offset" | "length">; content: Content }[];
  missing: string[];
  bytes: number;
  /** Whether the rows of any table differ from those kept. */
  changed: boolean;
}
/** New rows as JSON, or where they are in the blob kept so far. */
type Content = { json: Buffer } | { offset: number; length: number };

function merge(
  before: SnapshotRecord["tables"],
  { collected_at, tables }: Snapshot,
  deniedTables: string[],
): Merged {
  const denied = new Set(deniedTables);
  const all = new Map<string, Merged["tables"][number]>();
  const missing: string[] = [];
  for (const [name, { offset, length, ...table }] of Object.entries(before))
    if (!denied.has(name)) all.set(name, { name, table, content: { offset, length } });
  let changed = all.size < Object.keys(before).length;
  for (const [name, sent] of Object.entries(tables)) {
    if (denied.has(name)) continue;
    const known = all.get(name);
    const gaps = sent.gaps.length > 0 ? { gaps: sent.gaps } : {};
    if (known && known.table.sha256 === sent.sha256) {
      const { gaps: _, ...table } = known.table;
      all.set(name, { ...known, table: { ...table, collected_at, ...gaps } });
    } else if (sent.rows === undefined) missing.push(name);
    else {
      const { json, sha256, row_count } = encode(sent);
      changed = true;
      all.set(name, {
        name,
        table: { collected_at, row_count, sha256, ...gaps },
        content: { json },
      });
    }
  }
  const list = [...all.values()];
  const bytes = list.reduce((sum, { content }) => sum + lengthOf(content), 0);
  return { tables: list, missing, bytes, changed };
}

/** The hash is our own: a wrong one in what was sent would hide the next change. */
function encode({ rows = null }: SnapshotTable) {
  const json = Buffer.from(canonicalJson(rows));
  const sha256 = createHash("sha256").update(json).digest("hex");
  return { json, sha256, row_count: rows?.length ?? 0 };
}

const lengthOf = (content: Content) => ("json" in content ? content.json.length : content.length);

/** False when somebody else wrote meanwhile. */
async function write(
  store: Store,
  agent: Pick<AgentRecord, "id" | "account_id">,
  {
    before,
    merged,
    at,
  }: { before: Versioned<SnapshotRecord> | undefined; merged: Merged; at: string },
): Promise<boolean> {
  const { id, account_id } = agent;
  const old = before?.record.blob;
  const blob =
    merged.changed || old === undefined
      ? `snapshot/${blobName(id)}-${uuidV7(Date.parse(at))}`
      : old;
  const parts: Uint8Array[] = [];
  const tables: SnapshotRecord["tables"] = {};
  const kept = blob === old || old === undefined ? undefined : await store.getBlob(old);
  let offset = 0;
  for (const { name, table, content } of merged.tables) {
    if (blob === old && "offset" in content) {
      tables[name] = { ...table, ...content };
      continue;
    }
    const part =
      "json" in content
        ? content.json
        : kept?.subarray(content.offset, content.offset + content.length);
    // The file that held it was replaced under our eyes.
    if (part?.length !== lengthOf(content)) return false;
    tables[name] = { ...table, offset, length: part.length };
    parts.push(part);
    offset += part.length;
  }
  if (blob !== old) await store.putBlob(blob, Buffer.concat(parts));
  const record: SnapshotRecord = { id, account_id, collected_at: at, blob, tables };
  const committed = await store.commit(
    [{ type: "put", kind: "snapshot", record }],
    [
      before
        ? { kind: "snapshot", id, is: "unchanged", revision: before.revision }
        : { kind: "snapshot", id, is: "absent" },
    ],
  );
  const unused = committed.ok ? old : blob;
  if (unused !== undefined && blob !== old) await store.removeBlob(unused);
  return committed.ok;
}

/** Agent ids are free text, names of blobs are not. */
function blobName(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 32);
}
