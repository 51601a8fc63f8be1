import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { aKey } from "../contract/store-records.ts";
import { newDatabase } from "../helpers/postgres.ts";
import { openTestStore } from "../helpers/postgres-store.ts";

const stored = 1_000_000;
/** How many of them, the oldest, are to be removed. */
const old = 20_000;
const dayMs = 86_400_000;
const retentionMs = 30 * dayMs;
/** A commit that waits for longer has waited for a lock of the sweep. */
const commitBarMs = 1_000;

/** The digits of a time in a ULID, as `core/ids.ts` writes them. */
const ulidTime = `(
  SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
    ((ms >> (5 * digit)) & 31)::int + 1, 1), '' ORDER BY digit DESC)
  FROM generate_series(0, 9) AS digit)`;

/** Events, each with a delivery, and idempotency records, one a millisecond. */
function fill(firstMs: number): string[] {
  const times = `(SELECT ${firstMs} + n AS ms, n FROM generate_series(0, ${stored - 1}) AS n) AS t`;
  const hex = `(SELECT ms, n, lpad(to_hex(ms), 12, '0') AS hex FROM ${times}) AS h`;
  const eventId = "substr(hex, 1, 8) || '-' || substr(hex, 9) || '-7000-8000-000000000000'";
  return [
    `INSERT INTO inquest.event (id, account_id, revision, record)
     SELECT ${eventId}, 'acc_one', 1, '{}' FROM ${hex}`,
    `INSERT INTO inquest.delivery
       (id, account_id, revision, record, status, subscription_id, event_id, event_type)
     SELECT 'dlv_' || ${ulidTime} || '0000000000000000', 'acc_one', 1, '{}', 'delivered',
       'sub_' || n % 50, ${eventId}, 'investigation.queued' FROM ${hex}`,
    `INSERT INTO inquest.idempotency (id, account_id, revision, record, stored_at)
     SELECT 'acc_one/' || n, 'acc_one', 1, '{}',
       to_timestamp((ms + ${retentionMs - dayMs}) / 1000.0) FROM ${times}`,
  ];
}

test("of a million events, deliveries and idempotency keys, a sweep removes the old ones by index", {
  timeout: 300_000,
}, async () => {
  const url = await newDatabase();
  const store = await openTestStore(url);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  onTestFinished(async () => {
    await admin.end();
    await store.close();
  });
  const nowMs = Math.floor(store.clock.now());
  for (const statement of fill(nowMs - retentionMs - old)) await admin.query(statement);
  await admin.query("VACUUM ANALYZE inquest.event, inquest.delivery, inquest.idempotency");
  const scans = async () => {
    await admin.query("SELECT pg_stat_clear_snapshot()");
    const { rows } = await admin.query<{ relname: string; whole: number; by_index: number }>(
      `SELECT relname, seq_scan::int AS whole, idx_scan::int AS by_index
       FROM pg_stat_user_tables WHERE relname IN ('event', 'delivery', 'idempotency')
       ORDER BY relname`,
    );
    return rows;
  };
  const before = await scans();

  let isSweeping = true;
  let slowestMs = 0;
  const startedMs = performance.now();
  const sweeping = store.sweep({ nowMs, retentionMs }).finally(() => {
    isSweeping = false;
  });
  while (isSweeping) {
    const commitMs = performance.now();
    await store.commit([{ type: "put", kind: "key", record: aKey() }]);
    slowestMs = Math.max(slowestMs, performance.now() - commitMs);
  }
  expect(await sweeping).toEqual({
    investigations: 0,
    idempotency: old,
    acceptances: 0,
    deliveries: old,
    events: old,
  });
  console.info({ sweepMs: performance.now() - startedMs, slowestMs });
  expect(slowestMs).toBeLessThan(commitBarMs);

  // The connections of the store report what they scanned within a few seconds.
  await expect
    .poll(async () => (await scans()).map(({ by_index }, at) => by_index > before[at]!.by_index), {
      timeout: 30_000,
    })
    .toEqual([true, true, true]);
  expect((await scans()).map(({ whole }) => whole)).toEqual(before.map(({ whole }) => whole));
});
