import { createHash } from "node:crypto";
import type { Snapshot, SnapshotTable } from "../../contract/snapshot.ts";
import { signSnapshot } from "../../plan/sign-snapshot.ts";
import type { SigningKey } from "../../plan/signing-key.ts";
import type { AgentLog } from "../agent-log.ts";
import type { SnapshotPart } from "../answerer.ts";
import type { BrainPort } from "../brain-port.ts";

export interface SnapshotSenderParts {
  brain: BrainPort;
  agentId: string;
  agentKey: SigningKey;
  log: AgentLog;
  limits?: { tableBytes: number; requestBytes: number };
}

export interface CollectedTables {
  collectedAt: string;
  tables: SnapshotPart[];
}

const usualLimits = {
  /** A body of 16 MiB holds 12 MiB in base64; some of it is left to names and gaps. */
  tableBytes: 10 << 20,
  /** Of several tables together: each request takes several times its size in memory. */
  requestBytes: 2 << 20,
};

/**
 * Sends what was collected: hashes of all tables, rows of those that changed since the brain
 * last said it had them, and then rows of those that it lacks all the same.
 */
export function createSnapshotSender({
  brain,
  agentId,
  agentKey,
  log,
  limits: { tableBytes, requestBytes } = usualLimits,
}: SnapshotSenderParts): (collected: CollectedTables, signal: AbortSignal) => Promise<void> {
  // What the brain has. Empty after a start: hashes alone tell whether it still has the rest.
  const acknowledged = new Map<string, string>();
  let first = true;

  async function put(snapshot: Snapshot, signal: AbortSignal): Promise<string[]> {
    const signed = signSnapshot(snapshot, agentKey);
    const { missing } = await brain.sendSnapshot(agentId, signed, signal);
    const lacking = new Set(missing);
    for (const [name, { sha256 }] of Object.entries(snapshot.tables))
      if (lacking.has(name)) acknowledged.delete(name);
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
    const isNew = ({ part, sha256 }: Hashed) => !first && acknowledged.get(part.name) !== sha256;
    const heads = fitting.map((one) => ({ ...one, bytes: isNew(one) ? one.bytes : 0 }));
    const lacking = new Set<string>();
    for (const group of groupBySize(heads, requestBytes)) {
      const entries = group.map((one) => [one.part.name, entryOf(one, isNew(one))] as const);
      const snapshot = snapshotOf(agentId, collectedAt, entries);
      for (const name of await put(snapshot, signal)) lacking.add(name);
    }
    first = false;
    const late = fitting.filter(({ part }) => lacking.has(part.name));
    for (const group of groupBySize(late, requestBytes)) {
      const entries = group.map((one) => [one.part.name, entryOf(one, true)] as const);
      await put(snapshotOf(agentId, collectedAt, entries), signal);
    }
  };
}

interface Hashed {
  part: SnapshotPart;
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

/** Runs of tables of which each fits into one request, or is one large table. */
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

/** Recorded rows stay the very same array: of thousands of simulated hosts none is hashed twice. */
const known = new WeakMap<object, { sha256: string; bytes: number }>();

function hashRows(rows: SnapshotPart["rows"]): { sha256: string; bytes: number } {
  const before = rows && known.get(rows);
  if (before) return before;
  const json = Buffer.from(JSON.stringify(rows));
  const hashed = {
    sha256: createHash("sha256").update(json).digest("hex"),
    bytes: json.length,
  };
  if (rows) known.set(rows, hashed);
  return hashed;
}
