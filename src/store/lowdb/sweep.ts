import type { Change, Store } from "../port.ts";
import {
  type InvestigationRecord,
  type Kind,
  type Records,
  receiptBlob,
  receiptBlobs,
} from "../records.ts";

const idempotencyMs = 24 * 3_600_000;
// One commit a slice: a long sweep leaves room for others between them.
const sliceSize = 200;

export interface SweepSummary {
  investigations: number;
  idempotency: number;
  events: number;
}

async function collect<K extends Kind>(
  store: Store,
  kind: K,
  wanted: (record: Records[K]) => boolean,
): Promise<Records[K][]> {
  const found: Records[K][] = [];
  for await (const record of store.scan(kind)) if (wanted(record)) found.push(record);
  return found;
}

async function removeAll(store: Store, kind: Kind, records: { id: string }[]): Promise<void> {
  for (let at = 0; at < records.length; at += sliceSize) {
    const changes = records
      .slice(at, at + sliceSize)
      .map(({ id }): Change => ({ type: "remove", kind, id }));
    await store.commit(changes);
  }
}

/** An investigation's blobs, and the next one of its receipts: a crash may have left it uncounted. */
function blobsOf(record: InvestigationRecord): string[] {
  const next = receiptBlob(record.id, (record.receipts?.blobs ?? 0) + 1);
  return [...(record.blob ? [record.blob] : []), ...receiptBlobs(record), next];
}

/**
 * Drops what has outlived its use: investigations that finished and events that were told
 * over `retentionMs` ago, idempotency records after 24 hours. Verdicts stay, for they feed
 * calibration. A record goes before its blob, so that no record refers to a missing one.
 */
export async function sweep(
  store: Store,
  { nowMs, retentionMs }: { nowMs: number; retentionMs: number },
): Promise<SweepSummary> {
  const isOld = (time: string | null, ageMs: number) =>
    time !== null && Date.parse(time) < nowMs - ageMs;
  const investigations = await collect(store, "investigation", ({ completed_at }) =>
    isOld(completed_at, retentionMs),
  );
  await removeAll(store, "investigation", investigations);
  for (const name of investigations.flatMap(blobsOf)) await store.removeBlob(name);

  const idempotency = await collect(store, "idempotency", ({ created_at }) =>
    isOld(created_at, idempotencyMs),
  );
  await removeAll(store, "idempotency", idempotency);

  const events = await collect(store, "event", ({ event }) => isOld(event.emitted_at, retentionMs));
  await removeAll(store, "event", events);
  return {
    investigations: investigations.length,
    idempotency: idempotency.length,
    events: events.length,
  };
}
