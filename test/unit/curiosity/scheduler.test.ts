import { expect, test } from "vitest";
import type { InvestigationStatus } from "../../../src/contract/investigation.ts";
import { newId } from "../../../src/core/ids.ts";
import { changed, startedByHand } from "../../../src/curiosity/item-steps.ts";
import { concurrentItems, startScheduler } from "../../../src/curiosity/scheduler.ts";
import type { Store } from "../../../src/store/port/store.ts";
import type { CuriosityRecord } from "../../../src/store/records.ts";
import { investigationRecord } from "../../helpers/records.ts";
import { openTestStore } from "../../helpers/test-server.ts";
import { curiosityRecord } from "./curiosity-record.ts";

const hour = 3_600_000;
const t0 = Date.parse("2026-11-01T00:00:00.000Z");

/** A scheduler over a real store, whose clock is the test's. */
async function startAt(store: Store, clock: { ms: number }) {
  const started: { item: string; id: string }[] = [];
  const errors: unknown[] = [];
  const scheduler = await startScheduler({
    store,
    clock: { now: () => clock.ms },
    worker: "test",
    async trigger(item, join) {
      const id = newId("inv", clock.ms);
      const { changes, expectations } = join({ investigationId: id, nowMs: clock.ms });
      const record = investigationRecord({ id, curiosity_id: item.id, status: "running" });
      const put = { type: "put", kind: "investigation", record } as const;
      const { ok } = await store.commit([put, ...changes], expectations);
      if (ok) started.push({ item: item.id, id });
      return ok;
    },
    onError: (error) => errors.push(error),
  });
  return {
    started,
    errors,
    settled: () => scheduler.settled(),
    stop: () => scheduler.stop(),
    async end(id: string, status: InvestigationStatus = "completed") {
      const { record } = (await store.find("investigation", id))!;
      await store.commit([{ type: "put", kind: "investigation", record: { ...record, status } }]);
      await scheduler.settled();
    },
  };
}

const put = (store: Store, ...items: CuriosityRecord[]) =>
  store.commit(items.map((record) => ({ type: "put", kind: "curiosity", record })));
const read = async (store: Store, id: string) => (await store.find("curiosity", id))!.record;

test("an item runs in its slot, not before, and once until its run has ended", async () => {
  const [store, clock] = [await openTestStore(), { ms: t0 - 1 }];
  const item = curiosityRecord({ slot_at: t0, due_at: t0 });
  await put(store, item);
  const scheduler = await startAt(store, clock);
  await scheduler.settled();
  expect(scheduler.started).toHaveLength(0);
  clock.ms = t0;
  await scheduler.settled();
  clock.ms = t0 + 2.5 * hour;
  await scheduler.settled();
  expect(scheduler.started).toHaveLength(1);
  await scheduler.end(scheduler.started[0]!.id);
  expect(await read(store, item.id)).toMatchObject({
    run_count: 1,
    last_status: "completed",
    due_at: t0 + 3 * hour,
  });
  await scheduler.stop();
});

test("months of daily runs skip none and repeat none", async () => {
  const [store, clock] = [await openTestStore(), { ms: t0 }];
  const item = curiosityRecord({ interval: "1d", slot_at: t0, due_at: t0 });
  await put(store, item);
  const scheduler = await startAt(store, clock);
  // Over a year's end and 29 February 2028.
  const days = 490;
  for (let day = 0; day < days; day++) {
    clock.ms = t0 + day * 24 * hour + 700;
    await scheduler.settled();
    await scheduler.end(scheduler.started.at(-1)!.id);
  }
  expect(scheduler.started).toHaveLength(days);
  expect((await read(store, item.id)).slot_at).toBe(t0 + days * 24 * hour);
  await scheduler.stop();
});

test("a run that ended while the service was down is recorded at the next start", async () => {
  const [store, clock] = [await openTestStore(), { ms: t0 }];
  const item = curiosityRecord({ slot_at: t0, due_at: t0 });
  await put(store, item);
  const first = await startAt(store, clock);
  await first.settled();
  await first.stop();
  const { id } = first.started[0]!;
  const { record } = (await store.find("investigation", id))!;
  const failed = { ...record, status: "failed" as const };
  await store.commit([{ type: "put", kind: "investigation", record: failed }]);
  clock.ms = t0 + 10 * hour;
  const second = await startAt(store, clock);
  expect(await read(store, item.id)).toMatchObject({
    last_status: "failed",
    due_at: t0 + 11 * hour,
  });
  await second.stop();
});

test("a run that continues after a restart is awaited", async () => {
  const [store, clock] = [await openTestStore(), { ms: t0 }];
  const item = curiosityRecord({ slot_at: t0, due_at: t0 });
  await put(store, item);
  const first = await startAt(store, clock);
  await first.settled();
  await first.stop();
  clock.ms = t0 + 2 * hour;
  const second = await startAt(store, clock);
  await second.settled();
  expect(second.started).toHaveLength(0);
  await second.end(first.started[0]!.id, "cancelled");
  expect(await read(store, item.id)).toMatchObject({
    last_status: "cancelled",
    due_at: t0 + 3 * hour,
  });
  await second.stop();
});

test("ten thousand items due together start a few at a time, the longest due first", async () => {
  const [store, clock] = [await openTestStore(), { ms: t0 }];
  const items = Array.from({ length: 10_000 }, (_, n) =>
    curiosityRecord({
      id: `cur_${String(n).padStart(26, "0")}`,
      slot_at: t0 - n,
      due_at: t0 - n,
    }),
  );
  await put(store, ...items);
  const scheduler = await startAt(store, clock);
  await scheduler.settled();
  await scheduler.settled();
  const longestDue = items.slice(-concurrentItems).map(({ id }) => id);
  expect(scheduler.started.map(({ item }) => item).sort()).toEqual(longestDue);
  await scheduler.end(scheduler.started[0]!.id);
  expect(scheduler.started).toHaveLength(concurrentItems + 1);
  expect(scheduler.started.at(-1)!.item).toBe(items.at(-concurrentItems - 1)!.id);
  await scheduler.stop();
});

test("an item that is paused or deleted during its run stays so", async () => {
  const [store, clock] = [await openTestStore(), { ms: t0 }];
  const [paused, deleted] = [
    curiosityRecord({ id: `cur_${"1".repeat(26)}`, slot_at: t0, due_at: t0 }),
    curiosityRecord({ id: `cur_${"2".repeat(26)}`, slot_at: t0, due_at: t0 }),
  ];
  await put(store, paused, deleted);
  const scheduler = await startAt(store, clock);
  await scheduler.settled();
  await put(store, changed(await read(store, paused.id), { active: false }, t0));
  await store.commit([{ type: "remove", kind: "curiosity", id: deleted.id }]);
  for (const { id } of scheduler.started) await scheduler.end(id);
  expect(await read(store, paused.id)).toMatchObject({ active: false, due_at: null });
  expect(await store.find("curiosity", deleted.id)).toBeUndefined();
  expect(scheduler.errors).toEqual([]);
  await scheduler.stop();
});

test("the end of a run that was started by hand is recorded", async () => {
  const [store, clock] = [await openTestStore(), { ms: t0 }];
  const item = curiosityRecord({ slot_at: t0 + hour, due_at: t0 + hour });
  await put(store, item);
  const scheduler = await startAt(store, clock);
  const id = newId("inv", t0);
  const record = investigationRecord({ id, curiosity_id: item.id, status: "running" });
  await store.commit([
    { type: "put", kind: "investigation", record },
    {
      type: "put",
      kind: "curiosity",
      record: startedByHand(item, { investigationId: id, nowMs: t0 }),
    },
  ]);
  await scheduler.settled();
  await scheduler.end(id);
  expect(await read(store, item.id)).toMatchObject({
    last_status: "completed",
    last_completed_id: id,
    due_at: t0 + hour,
  });
  expect(scheduler.started).toEqual([]);
  await scheduler.stop();
});
