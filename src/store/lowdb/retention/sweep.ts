import { isFinal } from "../../../contract/enums.ts";
import { idempotencyMs, type SweepQuery, type SweepSummary } from "../../port/retention.ts";
import type { Change, Store } from "../../port/store.ts";
import { investigationBlobs, type Kind, type Records } from "../../records.ts";

// One commit per slice, so that other commits can run during a long sweep.
const sliceSize = 200;

/** What a sweep needs of the store. */
type SweptStore = Pick<Store, "scan" | "commit" | "removeBlob">;

type IsOld = (time: string | null) => boolean;

/** Removes the matching records of a kind and returns them. */
async function removeAll<K extends Kind>(
  store: SweptStore,
  kind: K,
  isMatch: (record: Records[K]) => boolean,
): Promise<Records[K][]> {
  const found: Records[K][] = [];
  for await (const record of store.scan(kind)) if (isMatch(record)) found.push(record);
  for (let at = 0; at < found.length; at += sliceSize) {
    const slice = found.slice(at, at + sliceSize);
    await store.commit(slice.map(({ id }): Change => ({ type: "remove", kind, id })));
  }
  return found;
}

/** Skips the last completed run of each curiosity item: the next run is compared with it. */
async function sweepInvestigations(store: SweptStore, isOld: IsOld): Promise<number> {
  const inUse = new Set<string | null>();
  for await (const { last_completed_id } of store.scan("curiosity")) inUse.add(last_completed_id);
  const removed = await removeAll(
    store,
    "investigation",
    ({ id, completed_at }) => isOld(completed_at) && !inUse.has(id),
  );
  for (const name of removed.flatMap(investigationBlobs)) await store.removeBlob(name);
  return removed.length;
}

/** Only stored deliveries can be replayed, so a swept event is never needed again. */
async function sweepEvents(store: SweptStore, isOld: IsOld): Promise<number> {
  const inUse = new Set<string>();
  for await (const { event_id } of store.scan("delivery")) inUse.add(event_id);
  const removed = await removeAll(
    store,
    "event",
    ({ id, event }) => isOld(event.emitted_at) && !inUse.has(id),
  );
  return removed.length;
}

/** References are removed before their targets: records before their blobs, deliveries before their events. */
export async function sweep(
  store: SweptStore,
  { nowMs, retentionMs }: SweepQuery,
): Promise<SweepSummary> {
  const olderThan =
    (ageMs: number): IsOld =>
    (time) =>
      time !== null && Date.parse(time) < nowMs - ageMs;
  const isOld = olderThan(retentionMs);
  const investigations = await sweepInvestigations(store, isOld);
  const idempotency = await removeAll(store, "idempotency", ({ created_at }) =>
    olderThan(idempotencyMs)(created_at),
  );
  const acceptances = await removeAll(store, "acceptance", ({ until }) => isOld(until));
  const deliveries = await removeAll(
    store,
    "delivery",
    ({ status, created_at }) => isFinal(status) && isOld(created_at),
  );
  const events = await sweepEvents(store, isOld);
  return {
    investigations,
    idempotency: idempotency.length,
    acceptances: acceptances.length,
    deliveries: deliveries.length,
    events,
  };
}
