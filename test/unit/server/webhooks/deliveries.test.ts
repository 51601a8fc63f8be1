import { Value } from "typebox/value";
import { expect, test } from "vitest";
import type { EventType } from "../../../../src/contract/event.ts";
import { Delivery, DeliveryPage } from "../../../../src/contract/webhook.ts";
import { isoTime } from "../../../../src/core/clock.ts";
import { createAccount } from "../../../../src/server/access/keys.ts";
import type { DeliveryRecord } from "../../../../src/store/records.ts";
import { draftDelivery } from "../../../../src/webhooks/outbox/draft-delivery.ts";
import { eventChange } from "../../../../src/webhooks/outbox/outbox.ts";
import { startMs, startTestServer } from "../../../helpers/test-server.ts";
import { eventOf, subscriptionRecord } from "../../../helpers/webhooks.ts";

const path = "/v1/webhooks/deliveries";

async function start() {
  const server = await startTestServer();
  const { store, account, clock, call } = server;
  let events = 0;
  /** A stored delivery with its own event. */
  const put = async (over: Partial<DeliveryRecord> & { event_type?: EventType } = {}) => {
    const event_id =
      over.event_id ?? `019a0000-0000-7000-8000-${String(++events).padStart(12, "0")}`;
    const event = eventOf({ event_id, event_type: over.event_type ?? "finding.discovered" });
    const subscription = subscriptionRecord({ account_id: over.account_id ?? account.id });
    const record = { ...draftDelivery(event, subscription, { nowMs: clock.ms }), ...over };
    await store.commit([
      eventChange(record.account_id, event),
      { type: "put", kind: "delivery", record },
    ]);
    return record.id;
  };
  const listed = async (query = "") => {
    const { status, body } = await call("GET", `${path}?${query}`);
    expect(status).toBe(200);
    return body.deliveries.map(({ delivery_id }: Delivery) => delivery_id) as string[];
  };
  return { ...server, put, listed };
}

const attempt = (number: number, over: Partial<Delivery["attempts"][number]> = {}) => ({
  number,
  at: isoTime(startMs + number),
  response_code: 503,
  error: null,
  duration_ms: 12,
  ...over,
});

test("a pending delivery has its event and the time of its first attempt", async () => {
  const { call, put } = await start();
  const id = await put();
  const { status, body } = await call("GET", `${path}/${id}`);
  expect(status).toBe(200);
  expect([...Value.Errors(Delivery, body)]).toEqual([]);
  expect(body).toEqual({
    delivery_id: id,
    event_id: body.event.event_id,
    event_type: "finding.discovered",
    subscription_id: "sub_1",
    url: "https://receiver.example/hook",
    status: "pending",
    attempt_count: 0,
    last_response_code: null,
    last_response_body: null,
    last_error: null,
    next_attempt_at: isoTime(startMs),
    replay_of: null,
    replayed_as: null,
    created_at: isoTime(startMs),
    attempts: [],
    event: eventOf({ event_id: body.event.event_id }),
  });
});

test("a retrying delivery has the result of its last attempt", async () => {
  const { call, put } = await start();
  const attempts = [attempt(1), attempt(2, { response_code: null, error: "No answer in 10 s." })];
  const id = await put({
    status: "retrying",
    attempts,
    last_response_body: "busy",
    due_at: startMs + 120_000,
  });
  expect((await call("GET", `${path}/${id}`)).body).toMatchObject({
    status: "retrying",
    attempt_count: 2,
    last_response_code: null,
    last_error: "No answer in 10 s.",
    last_response_body: "busy",
    next_attempt_at: "2026-11-01T00:02:00.000Z",
    attempts,
  });
});

test.each(["delivered", "failed_permanent"] as const)(
  "a delivery that is %s has no next attempt",
  async (status) => {
    const { call, put } = await start();
    const id = await put({ status, attempts: [attempt(1)], due_at: null, secrets: [] });
    const { body } = await call("GET", `${path}/${id}`);
    expect(body).toMatchObject({ status, next_attempt_at: null, last_response_code: 503 });
  },
);

test("no response contains a delivery's secrets", async () => {
  const { call, put } = await start();
  const id = await put({ secrets: ["sealed-secret"] });
  for (const url of [path, `${path}/${id}`]) {
    const { text } = await call("GET", url);
    expect(text).toContain(id);
    expect(text).not.toMatch(/sealed|secret/);
  }
});

test("deliveries are filtered by status, subscription, type and event combined", async () => {
  const { listed, put } = await start();
  const dead = await put({ status: "failed_permanent", subscription_id: "sub_2" });
  const queued = await put({ event_type: "agent.registered" });
  const replay = await put({ event_id: "019a0000-0000-7000-8000-000000000001" });
  expect(await listed()).toEqual([replay, queued, dead]);
  expect(await listed("status=failed_permanent")).toEqual([dead]);
  expect(await listed("status=dead_lettered")).toEqual([dead]);
  expect(await listed("status=pending")).toEqual([replay, queued]);
  expect(await listed("subscription_id=sub_2")).toEqual([dead]);
  expect(await listed("event_type=agent.registered")).toEqual([queued]);
  expect(await listed("event_id=019a0000-0000-7000-8000-000000000001")).toEqual([replay, dead]);
  expect(await listed("status=pending&event_type=finding.discovered")).toEqual([replay]);
  expect(await listed("status=delivered")).toEqual([]);
  expect(await listed("subscription_id=none")).toEqual([]);
});

test("since is inclusive, until exclusive, and both accept an offset", async () => {
  const { clock, listed, put } = await start();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    ids.unshift(await put());
    clock.ms += 1000;
  }
  const [third, second, first] = ids;
  expect(await listed("since=2026-11-01T00:00:01.000Z")).toEqual([third, second]);
  expect(await listed("until=2026-11-01T00:00:01.000Z")).toEqual([first]);
  expect(await listed("since=2026-11-01T00:00:00.001Z&until=2026-11-01T00:00:02Z")).toEqual([
    second,
  ]);
  const offset = encodeURIComponent("2026-11-01T02:00:02+02:00");
  expect(await listed(`since=${offset}`)).toEqual([third]);
  expect(await listed("since=2026-11-02T00:00:00Z&until=2026-11-01T00:00:00Z")).toEqual([]);
  expect(await listed("since=0001-01-01T00:00:00Z&until=9999-12-31T23:59:59Z")).toEqual(ids);
});

test("pages neither repeat nor skip rows while deliveries are added and change", async () => {
  const { call, put, store } = await start();
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) ids.unshift(await put());
  const seen: string[] = [];
  let query = "limit=3";
  for (;;) {
    const { body } = await call("GET", `${path}?${query}`);
    expect([...Value.Errors(DeliveryPage, body)]).toEqual([]);
    seen.push(...body.deliveries.map(({ delivery_id }: Delivery) => delivery_id));
    if (body.next_cursor === null) break;
    query = `limit=3&cursor=${body.next_cursor}`;
    await put();
    const { record } = (await store.find("delivery", ids.at(-1) as string))!;
    await store.commit([{ type: "put", kind: "delivery", record: { ...record, url: "x" } }]);
  }
  expect(seen).toEqual(ids);
});

test("pages combine with filters, since and until", async () => {
  const { call, clock, listed, put } = await start();
  // The time in ids never decreases, not even between tests.
  clock.ms += 86_400_000;
  const dead: string[] = [];
  for (let n = 0; n < 4; n++) {
    await put();
    dead.unshift(await put({ status: "failed_permanent" }));
    clock.ms += 1000;
  }
  const query = "status=dead_lettered&since=2026-11-02T00:00:01Z&limit=2";
  const { body } = await call("GET", `${path}?${query}`);
  expect(body.deliveries.map(({ delivery_id }: Delivery) => delivery_id)).toEqual(dead.slice(0, 2));
  expect(await listed(`${query}&cursor=${body.next_cursor}`)).toEqual([dead[2]]);
});

test.each([
  "status=dead",
  "event_type=finding",
  "since=yesterday",
  "until=2026-13-01T00:00:00Z",
  "until=2026-02-30T00:00:00Z",
  "since=2026-11-01T00:00:00",
  "since=2016-12-31T23:59:60Z",
  "limit=0",
  "limit=201",
  "cursor=x",
  "subscription=sub_1",
  "subscription_id=a&subscription_id=b",
])("the query %s is rejected at its path", async (query) => {
  const { call } = await start();
  const { status, body } = await call("GET", `${path}?${query}`);
  expect({ status, error: body.error, path: body.issues[0].path }).toEqual({
    status: 400,
    error: "validation_error",
    path: query.split("=")[0],
  });
});

test("an invalid time gets an error with an example", async () => {
  const { call } = await start();
  const { body } = await call("GET", `${path}?since=2026-11-01`);
  expect(body.issues[0].message).toMatch(/ISO-8601 .*such as 2026-/);
});

test("the cursor of another list is rejected", async () => {
  const { call } = await start();
  const cursor = Buffer.from("inv_01hv3k6z5w9m4q8r7t2y1x0c3b").toString("base64url");
  expect((await call("GET", `${path}?cursor=${cursor}`)).status).toBe(400);
});

test("reading requires webhooks:read, replaying webhooks:write", async () => {
  const { call, put, keyWith } = await start();
  const id = await put();
  const reader = await keyWith("webhooks:read");
  const writer = await keyWith("webhooks:write");
  const calls = [
    ["GET", path, writer],
    ["GET", `${path}/${id}`, writer],
    ["GET", `${path}/stream`, writer],
    ["POST", `${path}/${id}/replay`, reader],
  ] as const;
  for (const [method, url, key] of calls) {
    expect((await call(method, url, { key })).status).toBe(403);
  }
  expect((await call("GET", path, { key: reader })).status).toBe(200);
});

test("another account's delivery gets the same response as an absent one", async () => {
  const { call, listed, put, services } = await start();
  const other = await createAccount(services, "second");
  const id = await put({ account_id: other.id });
  expect(await listed()).toEqual([]);
  const absent = await call("GET", `${path}/dlv_01hv3k6z5w9m4q8r7t2y1x0c3b`);
  expect(absent.body).toMatchObject({ error: "not_found" });
  for (const each of [id, "dlv_x", "x"]) {
    const calls = [
      await call("GET", `${path}/${each}`),
      await call("POST", `${path}/${each}/replay`, { json: { nonsense: 1 } }),
    ];
    for (const { status, body } of calls) {
      expect({ status, body }).toEqual({ status: 404, body: absent.body });
    }
  }
});
