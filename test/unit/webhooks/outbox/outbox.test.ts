import { expect, onTestFinished, test } from "vitest";
import type { EventDraft } from "../../../../src/contract/event.ts";
import type { Change, Store } from "../../../../src/store/port/store.ts";
import type { DeliveryRecord, SubscriptionRecord } from "../../../../src/store/records.ts";
import { openTestStore, startMs, testOutbox } from "../../../helpers/test-server.ts";
import { subscriptionRecord } from "../../../helpers/webhooks.ts";

const draft = (over: Partial<EventDraft> = {}): EventDraft => ({
  accountId: "acc_1",
  type: "finding.discovered",
  data: { severity: "high", tags: { env: "prod" }, finding: { title: "Weak" } },
  ...over,
});

async function openOutbox(...subscriptions: SubscriptionRecord[]) {
  const store = await openTestStore();
  await put(store, ...subscriptions);
  const outbox = testOutbox({ store, clock: { now: () => startMs } });
  onTestFinished(() => outbox.close());
  await outbox.load();
  return { store, outbox };
}

const put = (store: Store, ...records: SubscriptionRecord[]) =>
  store.commit(records.map((record) => ({ type: "put", kind: "subscription", record })));

const deliveriesAmong = (changes: Change[]): DeliveryRecord[] =>
  changes.flatMap((change) =>
    change.type === "put" && change.kind === "delivery" ? [change.record] : [],
  );
const receivers = (changes: Change[]) =>
  deliveriesAmong(changes).map(({ subscription_id }) => subscription_id);

async function stored(store: Store, account = "acc_1") {
  const query = { account, order: "oldest_first", limit: 100 } as const;
  const [events, deliveries] = [
    await store.page("event", query),
    await store.page("delivery", query),
  ];
  return { events: events.records, deliveries: deliveries.records };
}

test("an event and a delivery for each matching subscription are changes of one commit", async () => {
  const { store, outbox } = await openOutbox(
    subscriptionRecord({ id: "sub_1" }),
    subscriptionRecord({ id: "sub_2", events: ["agent.registered"] }),
    subscriptionRecord({ id: "sub_3", filters: { min_severity: "high" } }),
  );
  const commits: string[][] = [];
  onTestFinished(store.watch((changed) => commits.push(changed.map(({ kind }) => kind))));
  await store.commit(outbox.emit(draft()));

  expect(commits).toEqual([["event", "delivery", "delivery"]]);
  const { events, deliveries } = await stored(store);
  expect(events).toMatchObject([
    {
      account_id: "acc_1",
      event: {
        event_id: events[0]!.id,
        event_type: "finding.discovered",
        emitted_at: "2026-11-01T00:00:00.000Z",
        api_version: "v1",
        data: draft().data,
      },
    },
  ]);
  expect(deliveries).toMatchObject(
    ["sub_1", "sub_3"].map((subscription_id) => ({
      subscription_id,
      event_id: events[0]!.id,
      status: "pending",
      due_at: startMs,
    })),
  );
});

test("an event whose cause is not committed is not stored", async () => {
  const { store, outbox } = await openOutbox(subscriptionRecord());
  const cause: Change = { type: "put", kind: "subscription", record: subscriptionRecord() };
  const lost = await store.commit(
    [cause, ...outbox.emit(draft())],
    [{ kind: "subscription", id: "sub_1", is: "absent" }],
  );
  expect(lost).toMatchObject({ ok: false, reason: "conflict" });
  expect(await stored(store)).toEqual({ events: [], deliveries: [] });
});

test("each event has a unique id", async () => {
  const { outbox } = await openOutbox(subscriptionRecord());
  const ids = [outbox.emit(draft()), outbox.emit(draft())].map(
    (changes) => deliveriesAmong(changes)[0]!.event_id,
  );
  expect(new Set(ids).size).toBe(2);
});

test("an event without matching subscriptions is stored, without deliveries", async () => {
  const { store, outbox } = await openOutbox(subscriptionRecord({ active: false }));
  await store.commit(outbox.emit(draft()));
  const { events, deliveries } = await stored(store);
  expect([events.length, deliveries.length]).toEqual([1, 0]);
});

test("another account's subscription receives nothing, whatever it subscribed to", async () => {
  const { store, outbox } = await openOutbox(
    subscriptionRecord({ id: "sub_1" }),
    subscriptionRecord({ id: "sub_2", account_id: "acc_2" }),
  );
  await store.commit(outbox.emit(draft()));
  expect(receivers(outbox.emit(draft()))).toEqual(["sub_1"]);
  expect(receivers(outbox.emit(draft({ accountId: "acc_2" })))).toEqual(["sub_2"]);
  expect(receivers(outbox.emit(draft({ accountId: "acc_3" })))).toEqual([]);
  expect(await stored(store, "acc_2")).toEqual({ events: [], deliveries: [] });
});

test("a change of a subscription applies from the next event on", async () => {
  const { store, outbox } = await openOutbox();
  const change = async (record: SubscriptionRecord) => {
    await put(store, record);
    await outbox.subscriptionChanged(record.id);
    return deliveriesAmong(outbox.emit(draft()));
  };
  expect(await change(subscriptionRecord())).toHaveLength(1);
  expect(await change(subscriptionRecord({ active: false }))).toEqual([]);
  expect(await change(subscriptionRecord({ events: ["chain.confirmed"] }))).toEqual([]);
  expect(await change(subscriptionRecord({ filters: { tags: { env: "test" } } }))).toEqual([]);

  const url = "https://elsewhere.example";
  const secrets = [
    { sealed: "new", until: null },
    { sealed: "old", until: "2026-11-02T00:00:00.000Z" },
  ];
  expect(await change(subscriptionRecord({ url, secrets }))).toMatchObject([
    { url, secrets: ["new", "old"] },
  ]);

  await store.commit([{ type: "remove", kind: "subscription", id: "sub_1" }]);
  await outbox.subscriptionChanged("sub_1");
  expect(receivers(outbox.emit(draft()))).toEqual([]);
});

test("queued deliveries stay unchanged when their subscription is changed or deleted", async () => {
  const { store, outbox } = await openOutbox(subscriptionRecord());
  await store.commit(outbox.emit(draft()));
  const before = await stored(store);
  await put(store, subscriptionRecord({ url: "https://elsewhere.example", secrets: [] }));
  await outbox.subscriptionChanged("sub_1");
  await store.commit([{ type: "remove", kind: "subscription", id: "sub_1" }]);
  await outbox.subscriptionChanged("sub_1");
  expect(await stored(store)).toEqual(before);
});

test("a subscription that another server changed is reloaded after the store's notification", async () => {
  const { store, outbox } = await openOutbox();
  await put(store, subscriptionRecord());
  await expect.poll(() => receivers(outbox.emit(draft()))).toEqual(["sub_1"]);
  outbox.close();
  await store.commit([{ type: "remove", kind: "subscription", id: "sub_1" }]);
  expect(receivers(outbox.emit(draft()))).toEqual(["sub_1"]);
});
