import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { eventData } from "../../../../src/contract/event-data.ts";
import { type Delivery, QueuedDelivery } from "../../../../src/contract/webhook.ts";
import type { AppServices } from "../../../../src/server/app.ts";
import type { Store } from "../../../../src/store/port/store.ts";
import type { DeliveryRecord } from "../../../../src/store/records.ts";
import { startTestServer } from "../../../helpers/test-server.ts";

const subscriptions = "/v1/webhooks/subscriptions";
const deliveries = "/v1/webhooks/deliveries";

async function start(over: Partial<AppServices> = {}) {
  const server = await startTestServer(over);
  const { call, services } = server;
  const created = await call("POST", subscriptions, {
    json: { url: "https://receiver.example/", events: ["agent.registered"] },
  });
  const subscription = `${subscriptions}/${created.body.id}`;
  const send = () => call("POST", `${subscription}/test`);
  const shown = async (id: string) => (await call("GET", `${deliveries}/${id}`)).body as Delivery;
  /** The plaintext secrets that a delivery is signed with. */
  const secretsOf = async (id: string) => {
    const { record } = (await server.store.find("delivery", id))!;
    return record.secrets.map(services.webhooks.secrets.open);
  };
  return { ...server, subscription, created: created.body, send, shown, secretsOf };
}

/** Records an attempt like a dispatcher, retrying after concurrent changes. */
async function recordAttempt(store: Store, id: string, number: number): Promise<void> {
  for (;;) {
    const { record, revision } = (await store.find("delivery", id))!;
    const attempt = { number, at: "", response_code: 503, error: null, duration_ms: 1 };
    const next: DeliveryRecord = {
      ...record,
      status: "retrying",
      attempts: [...record.attempts, attempt],
    };
    const { ok } = await store.commit(
      [{ type: "put", kind: "delivery", record: next }],
      [{ kind: "delivery", id, is: "unchanged", revision }],
    );
    if (ok) return;
  }
}

test("a test event goes only to its subscription, regardless of filters and pause", async () => {
  const { call, send, shown, subscription, created, secretsOf } = await start();
  await call("POST", subscriptions, {
    json: { url: "https://other.example/", events: ["*"] },
  });
  const filters = { tags: { env: "prod" } };
  await call("PATCH", subscription, { json: { active: false, filters } });
  const { status, body } = await send();
  expect(status).toBe(202);
  expect([...Value.Errors(QueuedDelivery, body)]).toEqual([]);
  expect(body).toEqual({
    delivery_id: expect.stringMatching(/^dlv_/),
    event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    subscription_id: created.id,
    status: "pending",
  });
  const delivery = await shown(body.delivery_id);
  expect(delivery).toMatchObject({ url: "https://receiver.example/", event_id: body.event_id });
  expect(delivery.event).toMatchObject({
    event_type: "investigation.queued",
    data: { test: true, tags: {}, investigation: { status: "queued" } },
  });
  expect([...Value.Errors(eventData["investigation.queued"], delivery.event.data)]).toEqual([]);
  expect(await secretsOf(body.delivery_id)).toEqual([created.secret]);
  expect((await call("GET", deliveries)).body.deliveries).toHaveLength(1);
});

test("a test to an unreachable URL returns the reason and queues nothing", async () => {
  const { call, send, services, subscription } = await start();
  const reason = "receiver.example has no address";
  const message = `The service can't deliver to the subscription's URL: ${reason}.`;
  const asked: string[] = [];
  services.webhooks.checkUrl = async (url) => {
    asked.push(url);
    return { ok: false, reason };
  };
  const { status, body } = await send();
  expect(status).toBe(400);
  expect(body).toEqual({
    error: "subscription_url_unreachable",
    message,
    issues: [{ path: "url", message }],
  });
  expect(asked).toEqual(["https://receiver.example/"]);
  expect((await call("GET", deliveries)).body.deliveries).toEqual([]);
  await call("DELETE", subscription);
  expect((await send()).body.error).toBe("not_found");
});

test("a test and a replay accept no fields, only an empty object", async () => {
  const { call, send, subscription } = await start();
  const { delivery_id } = (await send()).body;
  for (const url of [`${subscription}/test`, `${deliveries}/${delivery_id}/replay`]) {
    const { status, body } = await call("POST", url, { json: { url: "x", rate: 1 } });
    expect(status).toBe(400);
    expect(body.issues.map(({ path }: { path: string }) => path)).toEqual(["url", "rate"]);
    expect((await call("POST", url, { json: [] })).body.issues).toEqual([
      { path: "", message: "must be empty" },
    ]);
    expect((await call("POST", url, { json: {} })).status).toBe(202);
  }
});

test("a replay sends the same event with the subscription's current URL and secrets", async () => {
  const { call, clock, send, shown, subscription, secretsOf } = await start();
  const original = (await send()).body;
  clock.ms += 3_600_000;
  const changed = await call("PATCH", subscription, {
    json: { url: "https://moved.example/", rotate_secret: true, active: false },
  });
  const { status, body } = await call("POST", `${deliveries}/${original.delivery_id}/replay`);
  expect(status).toBe(202);
  expect([...Value.Errors(QueuedDelivery, body)]).toEqual([]);
  expect(body).toEqual({
    ...original,
    delivery_id: expect.stringMatching(/^dlv_/),
    replay_of: original.delivery_id,
  });
  expect(body.delivery_id).not.toBe(original.delivery_id);
  const replay = await shown(body.delivery_id);
  const before = await shown(original.delivery_id);
  expect(replay).toMatchObject({
    url: "https://moved.example/",
    status: "pending",
    replay_of: original.delivery_id,
    replayed_as: null,
    next_attempt_at: "2026-11-01T01:00:00.000Z",
    event: before.event,
  });
  expect(before).toMatchObject({
    url: "https://receiver.example/",
    status: "pending",
    replayed_as: body.delivery_id,
  });
  expect((await secretsOf(body.delivery_id))[0]).toBe(changed.body.secret);
  expect(await secretsOf(body.delivery_id)).toHaveLength(2);
});

test("a dead letter can be replayed repeatedly and stays failed; a replay can be replayed", async () => {
  const { call, send, shown, store } = await start();
  const { delivery_id: id } = (await send()).body;
  const { record } = (await store.find("delivery", id))!;
  const dead: DeliveryRecord = { ...record, status: "failed_permanent", due_at: null, secrets: [] };
  await store.commit([{ type: "put", kind: "delivery", record: dead }]);
  const replay = async (of: string) =>
    (await call("POST", `${deliveries}/${of}/replay`)).body.delivery_id as string;
  const first = await replay(id);
  const second = await replay(id);
  expect(await shown(id)).toMatchObject({ status: "failed_permanent", replayed_as: second });
  const third = await replay(first);
  expect(await shown(third)).toMatchObject({ replay_of: first });
  expect((await call("GET", `${deliveries}?status=dead_lettered`)).body.deliveries).toHaveLength(1);
});

test("a delivery of a deleted subscription is still listed and can't be replayed", async () => {
  const { call, send, subscription } = await start();
  const { delivery_id: id } = (await send()).body;
  await call("DELETE", subscription);
  expect((await call("GET", `${deliveries}/${id}`)).status).toBe(200);
  const { status, body } = await call("POST", `${deliveries}/${id}/replay`);
  expect({ status, error: body.error }).toEqual({ status: 404, error: "not_found" });
  expect(body.message).toContain("subscription");
  expect(body.message).toContain("deleted");
});

test("concurrent replays and attempts of a delivery are all recorded", async () => {
  const { call, send, shown, store } = await start();
  const { delivery_id: id } = (await send()).body;
  const numbers = [1, 2, 3, 4, 5];
  const [replays] = await Promise.all([
    Promise.all(numbers.map(() => call("POST", `${deliveries}/${id}/replay`))),
    Promise.all(numbers.map((number) => recordAttempt(store, id, number))),
  ]);
  const ids = replays.map(({ body }) => body.delivery_id as string);
  expect(new Set(ids).size).toBe(5);
  const original = await shown(id);
  expect(original.attempts.map(({ number }) => number).sort()).toEqual(numbers);
  expect(ids).toContain(original.replayed_as);
  for (const each of ids) expect((await shown(each)).replay_of).toBe(id);
});
