import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { isoTime } from "../../../../../src/core/clock.ts";
import { newId } from "../../../../../src/core/ids.ts";
import type { PostgresStore } from "../../../../../src/store/postgres/postgres-store.ts";
import { aDelivery } from "../../../../contract/store-records.ts";
import { newDatabase } from "../../../../helpers/postgres.ts";
import { openTestStore } from "../../../../helpers/postgres-store.ts";

const dayMs = 86_400_000;
const retentionMs = dayMs;

async function opened(url: string): Promise<PostgresStore> {
  const store = await openTestStore(url);
  onTestFinished(() => store.close());
  return store;
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

function oldDelivery(nowMs: number) {
  const id = newId("dlv", nowMs - 2 * dayMs);
  return aDelivery({ id, status: "delivered", due_at: null });
}

test("two servers that sweep at the same time remove every record once", async () => {
  const url = await newDatabase();
  const stores = await Promise.all([opened(url), opened(url)]);
  const nowMs = stores[0].clock.now();
  const records = Array.from({ length: 3_000 }, () => oldDelivery(nowMs));
  await stores[0].commit(records.map((record) => ({ type: "put", kind: "delivery", record })));
  const summaries = await Promise.all(stores.map((store) => store.sweep({ nowMs, retentionMs })));
  expect(summaries.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(3_000);
  expect((await stores[0].statistics()).records.delivery).toBe(0);
});

test("a delivery that is being replayed during a sweep stays", async () => {
  const url = await newDatabase();
  const store = await opened(url);
  const nowMs = store.clock.now();
  const record = oldDelivery(nowMs);
  await store.commit([{ type: "put", kind: "delivery", record }]);
  const replaying = await connected(url);
  await replaying.query("BEGIN");
  await replaying.query("SELECT FROM inquest.delivery WHERE id = $1 FOR UPDATE", [record.id]);
  expect((await store.sweep({ nowMs, retentionMs })).deliveries).toBe(0);
  await replaying.query("COMMIT");
  expect((await store.sweep({ nowMs, retentionMs })).deliveries).toBe(1);
});

test("an idempotency key that was used again is kept for another day", async () => {
  const url = await newDatabase();
  const store = await opened(url);
  const client = await connected(url);
  const put = () =>
    store.commit([
      {
        type: "put",
        kind: "idempotency",
        record: {
          id: "acc_one/key",
          account_id: "acc_one",
          body_sha256: "",
          investigation_id: "inv",
          response: {},
          created_at: isoTime(Date.now()),
        },
      },
    ]);
  const sweep = async () =>
    (await store.sweep({ nowMs: store.clock.now(), retentionMs })).idempotency;
  await put();
  const age = "UPDATE inquest.idempotency SET stored_at = now() - interval '25 hours'";
  await client.query(`ALTER TABLE inquest.idempotency DISABLE TRIGGER USER; ${age};
    ALTER TABLE inquest.idempotency ENABLE TRIGGER USER`);
  await put();
  expect(await sweep()).toBe(0);
  await client.query(`ALTER TABLE inquest.idempotency DISABLE TRIGGER USER; ${age}`);
  expect(await sweep()).toBe(1);
});
