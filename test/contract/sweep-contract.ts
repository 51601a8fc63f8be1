import { describe, expect, onTestFinished, test } from "vitest";
import type { DeliveryStatus } from "../../src/contract/webhook.ts";
import { isoTime } from "../../src/core/clock.ts";
import { newId, uuidV7 } from "../../src/core/ids.ts";
import type { Change, Store } from "../../src/store/port/store.ts";
import { type Kind, receiptBlob, rowsBlob } from "../../src/store/records.ts";
import { acceptanceRecord } from "../helpers/records.ts";
import { curiosityRecord } from "../unit/curiosity/curiosity-record.ts";
import type { StoreUnderTest } from "./store-contract.ts";
import { aDelivery, anInvestigation } from "./store-records.ts";

const dayMs = 86_400_000;
// Idempotency records are dated by the store itself, so the present is real.
const nowMs = Date.now();
const retentionMs = 30 * dayMs;
const old = retentionMs + 1_000;
const young = retentionMs - 60_000;
const ago = (ms: number) => isoTime(nowMs - ms);

function idempotency(id: string): Change {
  return {
    type: "put",
    kind: "idempotency",
    record: {
      id,
      account_id: "acc_one",
      body_sha256: "",
      investigation_id: "inv",
      response: {},
      created_at: isoTime(Date.now()),
    },
  };
}

function event(ageMs: number): { id: string; change: Change } {
  const id = uuidV7(nowMs - ageMs);
  const body = { event_id: id, emitted_at: ago(ageMs), api_version: "v1", data: {} } as const;
  const record = {
    id,
    account_id: "acc_one",
    event: { ...body, event_type: "investigation.queued" as const },
  };
  return { id, change: { type: "put", kind: "event", record } };
}

function delivery(status: DeliveryStatus, ageMs: number, of: string) {
  const id = newId("dlv", nowMs - ageMs);
  const record = aDelivery({ id, status, event_id: of, created_at: ago(ageMs) });
  return { id, change: { type: "put", kind: "delivery", record } as Change };
}

function acceptance(endedAgo: number | null): { id: string; change: Change } {
  const id = newId("acp", nowMs - 90 * dayMs);
  const until = endedAgo === null ? null : ago(endedAgo);
  return {
    id,
    change: { type: "put", kind: "acceptance", record: acceptanceRecord({ id, until }) },
  };
}

/** Started 90 days ago; `completedAgo` is null while it runs. */
function investigation(completedAgo: number | null, query = "q"): { id: string; change: Change } {
  const id = newId("inv", nowMs - 90 * dayMs);
  const record = anInvestigation({
    id,
    query,
    status: completedAgo === null ? "running" : "completed",
    due_at: completedAgo === null ? 0 : null,
    started_at: ago(90 * dayMs),
    completed_at: completedAgo === null ? null : ago(completedAgo),
    blob: `investigation/${id}-1`,
    rows: { offset: 0, length: 1 },
    receipts: { blobs: 2, bytes: 2, omitted: 0 },
  });
  return { id, change: { type: "put", kind: "investigation", record } };
}

/** The blobs of an investigation, with one that a crash left before its record counted it. */
const blobsOf = (id: string) => [
  `investigation/${id}-1`,
  rowsBlob(id),
  ...[1, 2, 3].map((n) => receiptBlob(id, n)),
];

/** What every store's `sweep` must do. */
export function sweepContract({
  name,
  open,
}: {
  name: string;
  open: () => Promise<StoreUnderTest>;
}): void {
  describe(`${name} sweeps`, () => {
    async function opened(): Promise<Store> {
      const subject = await open();
      onTestFinished(() => subject.dispose());
      return subject.store;
    }
    const areKept = async (store: Store, kind: Kind, records: { id: string }[]) =>
      Promise.all(records.map(async ({ id }) => (await store.find(kind, id)) !== undefined));

    test("investigations that ended before the retention, with their blobs, and no others", async () => {
      const store = await opened();
      // A text may contain NUL, which PostgreSQL's functions on JSON refuse.
      const all = [investigation(old, "a\0b"), investigation(young), investigation(null)];
      await store.commit(all.map(({ change }) => change));
      for (const { id } of all)
        for (const blob of blobsOf(id)) await store.putBlob(blob, new Uint8Array(1));
      expect(await store.sweep({ nowMs, retentionMs })).toMatchObject({ investigations: 1 });
      expect(await areKept(store, "investigation", all)).toEqual([false, true, true]);
      const [swept, ...kept] = all.map(({ id }) => blobsOf(id));
      for (const blob of swept!) expect(await store.getBlob(blob), blob).toBeUndefined();
      for (const blob of kept.flat()) expect(await store.getBlob(blob), blob).toBeDefined();
    });

    test("the last completed run of a scheduled question is kept", async () => {
      const store = await opened();
      const runs = [investigation(80 * dayMs), investigation(60 * dayMs)];
      const record = curiosityRecord({ last_completed_id: runs[1]!.id });
      await store.commit([
        ...runs.map(({ change }) => change),
        { type: "put", kind: "curiosity", record },
      ]);
      await store.sweep({ nowMs, retentionMs });
      expect(await areKept(store, "investigation", runs)).toEqual([false, true]);
    });

    test("acceptances that ended before the retention", async () => {
      const store = await opened();
      const all = [acceptance(old), acceptance(young), acceptance(null)];
      await store.commit(all.map(({ change }) => change));
      expect(await store.sweep({ nowMs, retentionMs })).toMatchObject({ acceptances: 1 });
      expect(await areKept(store, "acceptance", all)).toEqual([false, true, true]);
    });

    test("idempotency records after a day", async () => {
      const store = await opened();
      await store.commit([idempotency("acc_one/key")]);
      const dayLater = Date.now() + dayMs;
      expect(await store.sweep({ nowMs: dayLater - 60_000, retentionMs })).toMatchObject({
        idempotency: 0,
      });
      expect(await store.sweep({ nowMs: dayLater + 60_000, retentionMs })).toMatchObject({
        idempotency: 1,
      });
      expect(await store.find("idempotency", "acc_one/key")).toBeUndefined();
    });

    test("final deliveries, and events once no delivery refers to them", async () => {
      const store = await opened();
      const events = Array.from({ length: 6 }, (_, at) => event(at === 5 ? young : old));
      const [delivered, pending, retrying, replayed] = events.map(({ id }) => id) as string[];
      const deliveries = [
        delivery("delivered", old, delivered!),
        delivery("failed_permanent", old, delivered!),
        delivery("pending", old, pending!),
        delivery("retrying", old, retrying!),
        delivery("failed_permanent", old, replayed!),
        delivery("delivered", young, replayed!),
      ];
      await store.commit([...events, ...deliveries].map(({ change }) => change));
      expect(await store.sweep({ nowMs, retentionMs })).toMatchObject({ deliveries: 3, events: 2 });
      const keeps = [false, false, true, true, false, true];
      expect(await areKept(store, "delivery", deliveries)).toEqual(keeps);
      expect(await areKept(store, "event", events)).toEqual([false, true, true, true, false, true]);
    });

    test("more records than fit into one slice, and nothing of an empty store", async () => {
      const store = await opened();
      const nothing = {
        investigations: 0,
        idempotency: 0,
        acceptances: 0,
        deliveries: 0,
        events: 0,
      };
      expect(await store.sweep({ nowMs, retentionMs })).toEqual(nothing);
      const events = Array.from({ length: 2_001 }, () => event(old).change);
      const runs = Array.from({ length: 401 }, () => investigation(old).change);
      await store.commit([...events, ...runs]);
      const swept = { ...nothing, events: 2_001, investigations: 401 };
      expect(await store.sweep({ nowMs, retentionMs })).toEqual(swept);
    });
  });
}
