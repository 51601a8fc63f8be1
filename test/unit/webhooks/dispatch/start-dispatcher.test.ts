import { expect, onTestFinished, test, vi } from "vitest";
import { openLowdbStore } from "../../../../src/store/lowdb/open-lowdb-store.ts";
import type { Store } from "../../../../src/store/port/store.ts";
import type { AttemptOutcome } from "../../../../src/webhooks/types.ts";
import {
  answered,
  deliveryWhen,
  dispatching,
  endedDelivery,
  sealedSubscription,
  secretBox,
  subscribed,
} from "../../../helpers/dispatching.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { openTestStore } from "../../../helpers/test-server.ts";
import { secrets } from "../../../helpers/webhooks.ts";
import { aDisk } from "../../store/lowdb/failing-file.ts";

const signatures = (headers: Record<string, string>) =>
  headers["X-Service-Signature"]!.split(",").filter((part) => part.startsWith("v1="));

/** An outcome that the test resolves. */
function held() {
  let resolve: (outcome: AttemptOutcome) => void;
  const promise = new Promise<AttemptOutcome>((then) => {
    resolve = then;
  });
  return { promise, release: (code = 200) => resolve(answered(code)) };
}

test("an event is sent to every subscription at once, and recorded as delivered", async () => {
  const store = await openTestStore();
  const emit = await subscribed(store, sealedSubscription(), sealedSubscription({ id: "sub_2" }));
  const { requests, dispatcher } = dispatching({
    store,
    answer: () => answered(202, { response_body: "thanks", duration_ms: 12.5 }),
  });
  const [first, second] = await emit({ finding: { title: "Ä" } });
  const delivery = await endedDelivery(store, first!);
  await endedDelivery(store, second!);
  expect(delivery).toMatchObject({
    status: "delivered",
    attempts: [{ number: 1, response_code: 202, error: null, duration_ms: 12.5 }],
    last_response_body: "thanks",
    secrets: [],
    due_at: null,
    lease: null,
  });
  const event = (await store.find("event", delivery.event_id))!.record.event;
  expect(requests).toHaveLength(2);
  expect(requests[0]!.body).toBe(JSON.stringify(event));
  expect(requests[0]!.headers).toMatchObject({
    "X-Service-Delivery-Id": `${first}.1`,
    "X-Service-Event-Id": event.event_id,
    "user-agent": "inquest/test",
  });
  await dispatcher.stop();
  expect(dispatcher.counts()).toEqual({
    attempts: { delivered: 2, retrying: 0, failed_permanent: 0 },
    waiting: 0,
  });
});

test("a failed delivery is retried on schedule with the same body and a new signature, then becomes a dead letter", async () => {
  const store = await openTestStore();
  const emit = await subscribed(store, sealedSubscription());
  const clock = { ms: Date.now(), now: () => (clock.ms += 1_000) };
  const { requests, dispatcher } = dispatching({ store, clock, answer: () => answered(503) });
  const [id] = await emit({ 10: "ten", 2: "two", text: "\u2028 \ud800 é" });
  const delivery = await endedDelivery(store, id!);
  expect(delivery).toMatchObject({ status: "failed_permanent", due_at: null, secrets: [] });
  expect(delivery.attempts.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
  expect(new Set(requests.map(({ headers }) => headers["X-Service-Signature"])).size).toBe(3);
  expect(requests.map(({ headers }) => headers["X-Service-Delivery-Id"])).toEqual([
    `${id}.1`,
    `${id}.2`,
    `${id}.3`,
  ]);
  await dispatcher.stop();
  expect(dispatcher.counts().attempts).toEqual({ delivered: 0, retrying: 2, failed_permanent: 1 });
});

test("a waiting delivery keeps its due time across a restart, and sends the same bytes", async () => {
  const dir = temporaryFolder();
  const before = await openLowdbStore({ dir });
  const emit = await subscribed(before, sealedSubscription());
  const first = dispatching({ store: before, schedule: [0, 200], answer: () => answered(500) });
  const [id] = await emit({
    10: "ten",
    2: "two",
    nested: { b: [1.5, -0, 1e21], a: "\ud83e\udd8a" },
  });
  const waiting = await deliveryWhen(before, id!, ({ status }) => status === "retrying");
  await first.dispatcher.stop();
  await before.close();

  const store = await openLowdbStore({ dir });
  onTestFinished(() => store.close());
  const second = dispatching({ store, schedule: [0, 200] });
  const delivery = await endedDelivery(store, id!);
  expect(Date.parse(delivery.attempts[1]!.at)).toBeGreaterThanOrEqual(waiting.due_at! - 2);
  expect(second.requests[0]!.body).toBe(first.requests[0]!.body);
});

test("an attempt in flight when the process died is repeated with the same number", async () => {
  const dir = temporaryFolder();
  const before = await openLowdbStore({ dir });
  const emit = await subscribed(before, sealedSubscription());
  const hanging = held();
  const first = dispatching({ store: before, answer: () => hanging.promise });
  const [id] = await emit();
  await expect.poll(() => first.requests.length).toBe(1);
  // The store is closed first, so this attempt is not recorded.
  await before.close();
  hanging.release();
  await first.dispatcher.stop();

  const store = await openLowdbStore({ dir });
  onTestFinished(() => store.close());
  const second = dispatching({ store });
  expect(await endedDelivery(store, id!)).toMatchObject({
    status: "delivered",
    attempts: [{ number: 1 }],
  });
  expect(second.requests[0]!.headers["X-Service-Delivery-Id"]).toBe(`${id}.1`);
});

test("every current secret signs, then those from the time of queueing, each once", async () => {
  const store = await openTestStore();
  const old = { sealed: secretBox.seal(secrets.supplied), until: null };
  const emit = await subscribed(store, sealedSubscription({ secrets: [old] }));
  const { requests } = dispatching({
    store,
    answer: () => answered(requests.length < 2 ? 500 : 200),
  });
  const [id] = await emit();
  await deliveryWhen(store, id!, ({ status }) => status === "retrying");
  const rotated = [
    { sealed: secretBox.seal(secrets.generated), until: null },
    { ...old, until: new Date(Date.now() + 60_000).toISOString() },
  ];
  await store.commit([
    { type: "put", kind: "subscription", record: sealedSubscription({ secrets: rotated }) },
  ]);
  const [next] = await emit();
  await endedDelivery(store, next!);
  await endedDelivery(store, id!);
  expect(requests.map(({ headers }) => signatures(headers).length)).toEqual([1, 2, 2]);
});

test("a deleted subscription's deliveries keep their URL and secret", async () => {
  const store = await openTestStore();
  const emit = await subscribed(store, sealedSubscription());
  const [id] = await emit();
  await store.commit([{ type: "remove", kind: "subscription", id: "sub_1" }]);
  const { requests } = dispatching({ store });
  await endedDelivery(store, id!);
  expect(requests[0]!.url).toBe(sealedSubscription().url);
  expect(signatures(requests[0]!.headers)).toHaveLength(1);
});

test("a delivery without its event is a dead letter with that reason", async () => {
  const store = await openTestStore();
  const emit = await subscribed(store, sealedSubscription());
  const [id] = await emit();
  const { event_id } = (await store.find("delivery", id!))!.record;
  await store.commit([{ type: "remove", kind: "event", id: event_id }]);
  const { requests } = dispatching({ store });
  const delivery = await endedDelivery(store, id!);
  expect(delivery).toMatchObject({
    status: "failed_permanent",
    attempts: [
      { number: 1, response_code: null, error: expect.stringMatching(/no longer stored/) },
    ],
  });
  expect(requests).toEqual([]);
});

test("a secret that can't be decrypted is a failed attempt, with details in the log", async () => {
  const store = await openTestStore();
  const broken = { sealed: "AAAA", until: null };
  const emit = await subscribed(store, sealedSubscription({ secrets: [broken] }));
  const { requests, errors } = dispatching({ store, schedule: [0, 5] });
  const [id] = await emit();
  const delivery = await endedDelivery(store, id!);
  expect(delivery.attempts.map(({ error }) => error)).toEqual([
    "The server could not make this request; see the server log.",
    "The server could not make this request; see the server log.",
  ]);
  expect(requests).toEqual([]);
  expect(errors).toHaveLength(2);
});

test("setting the wall clock back or forward causes neither delays nor floods", async () => {
  const store = await openTestStore();
  const emit = await subscribed(store, sealedSubscription());
  const clock = { ms: Date.now(), now: () => clock.ms };
  const { requests } = dispatching({
    store,
    clock,
    schedule: [0, 60, 60],
    answer: () => {
      clock.ms += requests.length === 1 ? -86_400_000 : 86_400_000;
      return answered(requests.length < 3 ? 500 : 200);
    },
  });
  const startedMs = performance.now();
  const [id] = await emit();
  expect(await endedDelivery(store, id!)).toMatchObject({ status: "delivered" });
  expect(requests).toHaveLength(3);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(118);

  // And a delivery queued before a start with a clock a day behind.
  const [next] = await emit();
  clock.ms -= 2 * 86_400_000;
  expect(await endedDelivery(store, next!)).toMatchObject({ status: "delivered" });
});

test("outcomes that can't be recorded are retried until they can, and nothing is sent twice", async () => {
  const disk = aDisk();
  const store = await openLowdbStore({ dir: temporaryFolder(), openFile: disk.openFile });
  onTestFinished(() => store.close());
  const names = Array.from({ length: 30 }, (_, n) => `sub_${n}`);
  const emit = await subscribed(store, ...names.map((id) => sealedSubscription({ id })));
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on("warning", warn);
  onTestFinished(() => void process.off("warning", warn));
  const hanging = held();
  const { requests, errors } = dispatching({ store, answer: () => hanging.promise });
  const ids = await emit();
  await expect.poll(() => requests.length).toBe(30);
  disk.room = 0;
  hanging.release();
  await expect.poll(() => errors.length).toBe(30);
  expect((await store.find("delivery", ids[0]!))!.record).toMatchObject({
    status: "pending",
    attempts: [],
  });
  disk.room = Number.POSITIVE_INFINITY;
  for (const id of ids) {
    expect(await endedDelivery(store, id)).toMatchObject({
      status: "delivered",
      attempts: [{ number: 1, response_code: 200 }],
    });
  }
  expect(requests).toHaveLength(30);
  expect(warnings).toEqual([]);
});

test("a failed claim is retried, and nothing is lost", async () => {
  const store = await openTestStore();
  const emit = await subscribed(store, sealedSubscription());
  let failures = 1;
  const failing: Store = {
    ...store,
    claim: (kind, query) => {
      if (failures-- > 0) throw new Error("EIO");
      return store.claim(kind, query);
    },
  };
  const { requests, errors } = dispatching({ store: failing });
  const [id] = await emit();
  expect(await endedDelivery(store, id!)).toMatchObject({ status: "delivered" });
  expect([requests.length, errors.length]).toEqual([1, 1]);
});

test("a delivery that is changed while it is in flight keeps the change and the attempt", async () => {
  const store = await openTestStore();
  const emit = await subscribed(store, sealedSubscription());
  const hanging = held();
  const { requests } = dispatching({ store, answer: () => hanging.promise });
  const [id] = await emit();
  await expect.poll(() => requests.length).toBe(1);
  const { record } = (await store.find("delivery", id!))!;
  await store.commit([
    { type: "put", kind: "delivery", record: { ...record, replayed_as: "dlv_2" } },
  ]);
  hanging.release();
  expect(await endedDelivery(store, id!)).toMatchObject({
    status: "delivered",
    replayed_as: "dlv_2",
  });
  expect(requests).toHaveLength(1);
});

test("a delivery that is removed while it is in flight stays removed", async () => {
  const store = await openTestStore();
  const emit = await subscribed(store, sealedSubscription());
  const hanging = held();
  const { requests, dispatcher } = dispatching({ store, answer: () => hanging.promise });
  const [id] = await emit();
  await expect.poll(() => requests.length).toBe(1);
  await store.commit([{ type: "remove", kind: "delivery", id: id! }]);
  hanging.release();
  await dispatcher.stop();
  expect(await store.find("delivery", id!)).toBeUndefined();
});

test("a stop starts no more attempts and waits for those in flight", async () => {
  const store = await openTestStore();
  const emit = await subscribed(store, sealedSubscription());
  const hanging = held();
  const { requests, dispatcher } = dispatching({ store, answer: () => hanging.promise });
  const [id] = await emit();
  await expect.poll(() => requests.length).toBe(1);
  const stopped = dispatcher.stop();
  const [later] = await emit();
  hanging.release();
  await stopped;
  expect((await store.find("delivery", id!))!.record.status).toBe("delivered");
  expect((await store.find("delivery", later!))!.record.status).toBe("pending");
  expect(requests).toHaveLength(1);
});

test("a stop abandons attempts that hang too long, without recording them", async () => {
  const store = await openTestStore();
  const emit = await subscribed(store, sealedSubscription());
  const hanging = held();
  const { requests, dispatcher } = dispatching({ store, answer: () => hanging.promise });
  const [id] = await emit();
  await expect.poll(() => requests.length).toBe(1);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const stopped = dispatcher.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await stopped).toBe(false);
  hanging.release();
  expect(await dispatcher.stop()).toBe(true);
  expect((await store.find("delivery", id!))!.record).toMatchObject({ attempts: [] });
});

test("thousands of deliveries waiting at the start are sent, each once", async () => {
  const store = await openLowdbStore({ dir: temporaryFolder() });
  onTestFinished(() => store.close());
  const names = Array.from({ length: 20 }, (_, n) => `sub_${n}`);
  const emit = await subscribed(store, ...names.map((id) => sealedSubscription({ id })));
  const early = (await Promise.all(Array.from({ length: 100 }, () => emit()))).flat();
  const { requests } = dispatching({ store });
  const late = (await Promise.all(Array.from({ length: 20 }, () => emit()))).flat();
  await Promise.all([...early, ...late].map((id) => endedDelivery(store, id)));
  expect(new Set(requests.map(({ headers }) => headers["X-Service-Delivery-Id"])).size).toBe(2_400);
  expect(requests).toHaveLength(2_400);
});
