import { createHash } from "node:crypto";
import type { Snapshot, SnapshotTable } from "../../contract/snapshot.ts";
import { signSnapshot } from "../../plan/sign-snapshot.ts";
import type { SigningKey } from "../../plan/signing-key.ts";
import type { AgentLog } from "../agent-log.ts";
import type { BrainPort } from "../brain-port.ts";
import type { SnapshotTableRows } from "../query-engine.ts";

export interface SnapshotSenderParts {
  brain: BrainPort;
  agentId: string;
  agentKey: SigningKey;
  log: AgentLog;
  limits?: { tableBytes: number; requestBytes: number };
}

export interface CollectedTables {
  collectedAt: string;
  tables: SnapshotTableRows[];
}

const defaultLimits = {
  /** A 16 MiB body holds 12 MiB as base64; the rest is for names and gaps. */
  tableBytes: 10 << 20,
  /** For several tables together: a request takes several times its size in memory. */
  requestBytes: 2 << 20,
};

/**
 * Sends a snapshot: the hashes of all tables, the rows of those that changed since the brain last
 * acknowledged them, and then the rows of tables that the brain reports as missing.
 */
export function createSnapshotSender({
  brain,
  agentId,
  agentKey,
  log,
  limits: { tableBytes, requestBytes } = defaultLimits,
}: SnapshotSenderParts): (collected: CollectedTables, signal: AbortSignal) => Promise<void> {
  // Hashes the brain has confirmed. Empty after a start: the first snapshot sends only hashes.
  const acknowledged = new Map<string, string>();
  let isFirst = true;

  async function put(snapshot: Snapshot, signal: AbortSignal): Promise<string[]> {
    const signed = signSnapshot(snapshot, agentKey);
    const { missing } = await brain.sendSnapshot(agentId, signed, signal);
    const missingNames = new Set(missing);
    for (const [name, { sha256 }] of Object.entries(snapshot.tables))
      if (missingNames.has(name)) acknowledged.delete(name);
      else acknowledged.set(name, sha256);
    return missing;
  }

  return async ({ collectedAt, tables }, signal) => {
    const hashed = tables.map((part) => ({ part, ...hashRows(part.rows) }));
    const fitting = hashed.filter(({ part, bytes }) => {
      if (bytes > tableBytes)
        log.warn({ table: part.name }, "A table is too large for a snapshot.");
      return bytes <= tableBytes;
    });
    const isNew = ({ part, sha256 }: Hashed) => !isFirst && acknowledged.get(part.name) !== sha256;
    const heads = fitting.map((one) => ({ ...one, bytes: isNew(one) ? one.bytes : 0 }));
    const missing = new Set<string>();
    for (const group of groupBySize(heads, requestBytes)) {
      const entries = group.map((one) => [one.part.name, entryOf(one, isNew(one))] as const);
      const snapshot = snapshotOf(agentId, collectedAt, entries);
      for (const name of await put(snapshot, signal)) missing.add(name);
    }
    isFirst = false;
    const requested = fitting.filter(({ part }) => missing.has(part.name));
    for (const group of groupBySize(requested, requestBytes)) {
      const entries = group.map((one) => [one.part.name, entryOf(one, true)] as const);
      await put(snapshotOf(agentId, collectedAt, entries), signal);
    }
  };
}

interface Hashed {
  part: SnapshotTableRows;
  sha256: string;
  bytes: number;
}

function snapshotOf(
  agent_id: string,
  collected_at: string,
  entries: (readonly [string, SnapshotTable])[],
): Snapshot {
  return { agent_id, collected_at, tables: Object.fromEntries(entries) };
}

function entryOf({ part, sha256 }: Hashed, withRows: boolean): SnapshotTable {
  return { sha256, gaps: part.gaps, ...(withRows && { rows: part.rows }) };
}

/** Groups of consecutive tables that fit into one request; a larger table is a group by itself. */
function groupBySize<T extends { bytes: number }>(tables: T[], maxBytes: number): T[][] {
  const groups: T[][] = [];
  let room = 0;
  for (const table of tables) {
    if (groups.length === 0 || table.bytes > room) {
      groups.push([]);
      room = maxBytes;
    }
    groups.at(-1)!.push(table);
    room -= table.bytes;
  }
  return groups;
}

/** A simulated host's rows are always the same array, so that each is hashed once. */
const hashes = new WeakMap<object, { sha256: string; bytes: number }>();

function hashRows(rows: SnapshotTableRows["rows"]): { sha256: string; bytes: number } {
  const cached = rows && hashes.get(rows);
  if (cached) return cached;
  const json = Buffer.from(JSON.stringify(rows));
  const hashed = {
    sha256: createHash("sha256").update(json).digest("hex"),
    bytes: json.length,
  };
  if (rows) hashes.set(rows, hashed);
  return hashed;
}
