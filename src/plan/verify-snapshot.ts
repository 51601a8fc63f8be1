import type { Snapshot, SnapshotTable } from "../contract/snapshot.ts";
import { decodeBase64 } from "./decode-base64.ts";
import { contentLimits } from "./limits.ts";
import { parsePayload } from "./parse-payload.ts";
import { areGaps } from "./parse-result.ts";
import { verifySignature } from "./signing-key.ts";

export type SnapshotVerdict =
  | { ok: true; snapshot: Snapshot }
  | { ok: false; path: "signature" | "payload"; message: string };

const maxTables = 500;
const tableName = /^[a-z][a-z0-9_]{0,63}$/;
const sha256 = /^[0-9a-f]{64}$/;

export interface SnapshotTerms {
  /** The agent's registered key. */
  publicKey: Uint8Array;
  agentId: string;
}

/** Whether a snapshot is from `agentId` and signed with the agent's registered key; never throws. */
export function verifySnapshot(
  { payload, signature }: { payload: string; signature: string },
  { publicKey, agentId }: SnapshotTerms,
): SnapshotVerdict {
  const bytes = decodeBase64(payload);
  if (!bytes) return refuse("payload", "is not base64");
  const signatureBytes = decodeBase64(signature);
  if (!signatureBytes || !verifySignature(bytes, { signature: signatureBytes, publicKey }))
    return refuse("signature", "is not from the agent's key");
  const snapshot = parsePayload(bytes);
  if (!isSnapshot(snapshot)) return refuse("payload", "is not a valid snapshot");
  if (snapshot.agent_id !== agentId)
    return refuse("payload", `is the snapshot of ${snapshot.agent_id}`);
  return { ok: true, snapshot };
}

function isSnapshot(value: unknown): value is Snapshot {
  if (!isObject(value)) return false;
  const { agent_id, collected_at, tables } = value;
  if (typeof agent_id !== "string" || !isTime(collected_at) || !isObject(tables)) return false;
  const entries = Object.entries(tables);
  return (
    entries.length <= maxTables &&
    entries.every(([name, table]) => tableName.test(name) && isTable(table))
  );
}

function isTable(value: unknown): value is SnapshotTable {
  if (!isObject(value)) return false;
  const { sha256: hash, rows, gaps } = value;
  return (
    typeof hash === "string" &&
    sha256.test(hash) &&
    (rows === undefined || rows === null || areRows(rows)) &&
    areGaps(gaps)
  );
}

const areRows = (value: unknown) =>
  Array.isArray(value) && value.length <= contentLimits.tableRows && value.every(isRow);
function isRow(value: unknown): boolean {
  if (!isObject(value)) return false;
  const cells = Object.values(value);
  return cells.length <= contentLimits.columns && cells.every(isCell);
}
const isCell = (value: unknown) =>
  value === null || typeof value === "string" || typeof value === "number";
const isTime = (value: unknown) => typeof value === "string" && !Number.isNaN(Date.parse(value));
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function refuse(path: "signature" | "payload", message: string): SnapshotVerdict {
  return { ok: false, path, message };
}
