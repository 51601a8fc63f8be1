import { expect, test } from "vitest";
import type { DeliveryStatus } from "../../../../../src/contract/webhook.ts";
import { isoTime } from "../../../../../src/core/clock.ts";
import { inspectDataDir } from "../../../../../src/store/lowdb/maintenance/inspect-data-dir.ts";
import { sweep } from "../../../../../src/store/lowdb/maintenance/sweep.ts";
import type { Change } from "../../../../../src/store/port/store.ts";
import { receiptBlob, rowsBlob } from "../../../../../src/store/records.ts";
import { aDelivery, anInvestigation } from "../../../../contract/store-records.ts";
import { acceptanceRecord } from "../../../../helpers/records.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";
import { curiosityRecord } from "../../../curiosity/curiosity-record.ts";
import { openStore } from "../folder.ts";

const dayMs = 86_400_000;
const nowMs = Date.UTC(2026, 5, 1);
const ago = (ms: number) => isoTime(nowMs - ms);

const idempotency = (id: string, ageMs: number): Change => ({
  type: "put",
  kind: "idempotency",
  record: {
    id,
    account_id: "acc_one",
    body_sha256: "",
    investigation_id: "inv",
    response: {},
    created_at: ago(ageMs),
  },
});
const event = (id: string, ageMs: number): Change => ({
  type: "put",
  kind: "event",
  record: {
    id,
    account_id: "acc_one",
    event: {
      event_id: id,
      event_type: "investigation.queued",
      emitted_at: ago(ageMs),
      api_version: "v1",
      data: {},
    },
  },
});
const delivery = (id: string, status: DeliveryStatus, ageMs: number, of: string): Change => ({
  type: "put",
  kind: "delivery",
  record: aDelivery({ id, status, event_id: of, created_at: ago(ageMs) }),
});
const acceptance = (id: string, endedAgo: number | null): Change => ({
  type: "put",
  kind: "acceptance",
  record: acceptanceRecord({ id, until: endedAgo === null ? null : ago(endedAgo) }),
});
const investigation = (id: string, completedAgo: number | null): Change => ({
  type: "put",
  kind: "investigation",
  record: anInvestigation({
    id,
    started_at: ago(90 * dayMs),
    completed_at: completedAgo === null ? null : ago(completedAgo),
    blob: `investigation/${id}`,
    rows: { offset: 0, length: 1 },
    receipts: { blobs: 2, bytes: 2, omitted: 0 },
  }),
});

test("a sweep removes expired records and no others", async () => {
  const dir = temporaryFolder();
  const store = await openStore({ dir });
  for (const id of ["old", "young", "unfinished"]) {
    const receipts = [1, 2].map((n) => receiptBlob(id, n));
    for (const name of [`investigation/${id}`, rowsBlob(id), ...receipts])
      await store.putBlob(name, new Uint8Array(1));
  }
  // A crash left this blob before its record counted it.
  await store.putBlob(receiptBlob("old", 3), new Uint8Array(1));
  await store.commit([
    investigation("old", 30 * dayMs + 1),
    investigation("young", 30 * dayMs - 1),
    investigation("unfinished", null),
    idempotency("old", dayMs + 1),
    idempotency("young", dayMs - 1),
    event("old", 30 * dayMs + 1),
    event("young", 30 * dayMs - 1),
    acceptance("old", 30 * dayMs + 1),
    acceptance("young", 30 * dayMs - 1),
    acceptance("unending", null),
  ]);
  expect(await sweep(store, { nowMs, retentionMs: 30 * dayMs })).toEqual({
    investigations: 1,
    idempotency: 1,
    acceptances: 1,
    deliveries: 0,
    events: 1,
  });
  for (const kind of ["investigation", "idempotency", "event", "acceptance"] as const) {
    expect(await store.find(kind, "old"), kind).toBeUndefined();
    expect(await store.find(kind, "young"), kind).toBeDefined();
  }
  expect(await store.find("investigation", "unfinished")).toBeDefined();
  expect(await store.find("acceptance", "unending")).toBeDefined();
  expect(await store.getBlob("investigation/old")).toBeUndefined();
  expect(await store.getBlob("investigation/young")).toBeDefined();
  expect(await store.getBlob(rowsBlob("old"))).toBeUndefined();
  expect(await store.getBlob(rowsBlob("young"))).toBeDefined();
  expect(await store.getBlob(receiptBlob("old", 1))).toBeUndefined();
  expect(await store.getBlob(receiptBlob("young", 2))).toBeDefined();
  expect((await inspectDataDir(dir)).blobs).toMatchObject({ missing: [], orphaned: [] });
});

test("the last completed run of a scheduled question stays, to be compared with the next", async () => {
  const store = await openStore({ dir: temporaryFolder() });
  await store.commit([
    investigation("before", 90 * dayMs),
    investigation("last", 60 * dayMs),
    { type: "put", kind: "curiosity", record: curiosityRecord({ last_completed_id: "last" }) },
  ]);
  await sweep(store, { nowMs, retentionMs: 30 * dayMs });
  expect(await store.find("investigation", "before")).toBeUndefined();
  expect(await store.find("investigation", "last")).toBeDefined();
});

test("a sweep of hundreds removes them all", async () => {
  const store = await openStore({ dir: temporaryFolder() });
  await store.commit(Array.from({ length: 501 }, (_, at) => event(`e${at}`, 31 * dayMs)));
  expect((await sweep(store, { nowMs, retentionMs: 30 * dayMs })).events).toBe(501);
  expect((await store.statistics()).records.event).toBe(0);
});

test("ended deliveries are removed when expired, and an event only once no delivery refers to it", async () => {
  const store = await openStore({ dir: temporaryFolder() });
  const [old, young] = [30 * dayMs + 1, 30 * dayMs - 1];
  await store.commit([
    event("told", old),
    delivery("delivered", "delivered", old, "told"),
    delivery("dead", "failed_permanent", old, "told"),
    event("waited for", old),
    delivery("pending", "pending", old, "waited for"),
    event("tried", old),
    delivery("retrying", "retrying", old, "tried"),
    event("replayed", old),
    delivery("first", "failed_permanent", old, "replayed"),
    delivery("replay", "delivered", young, "replayed"),
    event("never told", old),
  ]);
  expect(await sweep(store, { nowMs, retentionMs: 30 * dayMs })).toMatchObject({
    deliveries: 3,
    events: 2,
  });
  const query = { account: "acc_one", order: "oldest_first", limit: 20 } as const;
  const kept = async (kind: "delivery" | "event") =>
    (await store.page(kind, query)).records.map(({ id }) => id);
  expect(await kept("delivery")).toEqual(["pending", "replay", "retrying"]);
  expect(await kept("event")).toEqual(["replayed", "tried", "waited for"]);
});
