import type { ContentTarget, RecordBatch, StoredContent } from "../../store/port/content.ts";
import { requireEqual } from "./compare-tallies.ts";
import { type ContentDigest, createDigest } from "./content-digest.ts";
import { mapSecrets, secretsOf } from "./record-secrets.ts";
import type { SecretExchange } from "./secret-exchange.ts";
import type { CopiedContent } from "./types.ts";

export interface CopyOptions {
  secrets: SecretExchange;
  /** Ends the copy with an error. */
  signal: AbortSignal;
}

const blobKind = "blob";
const secretKind = "webhook secret";

/** Copies everything, then reads the copy again and throws if it is not equal to the original. */
export async function copyContent(
  source: StoredContent,
  target: ContentTarget,
  { secrets, signal }: CopyOptions,
): Promise<CopiedContent> {
  const original = createDigest();
  let blobBytes = 0;
  for await (const batch of source.records()) {
    signal.throwIfAborted();
    const { kind, records } = withoutLeases(batch);
    addRecords(original, { kind, records }, secrets.openOriginal);
    const resealed = records.map((record) => mapSecrets(kind, record, secrets.reseal));
    await target.putRecords({ kind, records: resealed });
  }
  for await (const blob of source.blobs()) {
    signal.throwIfAborted();
    blobBytes += blob.data.length;
    original.add(blobKind, blob.name, blob.data);
    await target.putBlob(blob);
  }
  const tallies = original.tallies();
  const copy = await digestOf(await target.written(), { secrets, signal });
  requireEqual(tallies, copy.tallies());
  const { count: secretCount = 0 } = tallies.get(secretKind) ?? {};
  const { count = 0, sha256 = null } = tallies.get(blobKind) ?? {};
  return {
    records: [...tallies]
      .filter(([kind]) => kind !== blobKind && kind !== secretKind)
      .map(([kind, tally]) => ({ kind, ...tally }))
      .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
    blobs: { count, bytes: blobBytes, sha256 },
    secrets: { count: secretCount, reencrypted: secrets.reencrypts },
  };
}

async function digestOf(
  content: StoredContent,
  { secrets, signal }: CopyOptions,
): Promise<ContentDigest> {
  const digest = createDigest();
  for await (const batch of content.records()) {
    signal.throwIfAborted();
    addRecords(digest, batch, secrets.openCopy);
  }
  for await (const { name, data } of content.blobs()) {
    signal.throwIfAborted();
    digest.add(blobKind, name, data);
  }
  return digest;
}

/** The order of keys counts: the body of a delivery is made of its event as it is stored. */
function addRecords(
  digest: ContentDigest,
  { kind, records }: RecordBatch,
  open: (sealed: string) => string,
): void {
  for (const record of records) {
    digest.add(kind, JSON.stringify(mapSecrets(kind, record, () => "")));
    for (const sealed of secretsOf(kind, record))
      digest.add(secretKind, kind, record.id, open(sealed));
  }
}

/** No server holds a job of a store that is not in use. */
function withoutLeases({ kind, records }: RecordBatch): RecordBatch {
  const freed = records.map((record) => ("lease" in record ? { ...record, lease: null } : record));
  return { kind, records: freed };
}
