import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { parseSse } from "../../../../src/client/parse-sse.ts";
import type { Delivery } from "../../../../src/contract/webhook.ts";
import { createAccount } from "../../../../src/server/access/keys.ts";
import { listen } from "../../../../src/server/listen.ts";
import { followDeliveries } from "../../../../src/server/webhooks/follow-deliveries.ts";
import type { DeliveryRecord } from "../../../../src/store/records.ts";
import { draftDelivery } from "../../../../src/webhooks/outbox/draft-delivery.ts";
import { eventChange } from "../../../../src/webhooks/outbox/outbox.ts";
import { startTestServer } from "../../../helpers/test-server.ts";
import { eventOf, subscriptionRecord } from "../../../helpers/webhooks.ts";

async function start(heartbeatMs = 60_000) {
  const server = await startTestServer({ heartbeatMs });
  const { store, account, clock } = server;
  const url = await listen(server.app, { host: "127.0.0.1", port: 0 });
  const draft = (accountId = account.id) =>
    draftDelivery(eventOf(), subscriptionRecord({ account_id: accountId }), { nowMs: clock.ms });
  const put = async (...records: DeliveryRecord[]) => {
    await store.commit([
      eventChange(account.id, eventOf()),
      ...records.map((record) => ({ type: "put", kind: "delivery", record }) as const),
    ]);
  };
  const open = (query = "", signal?: AbortSignal) =>
    fetch(`${url}/v1/webhooks/deliveries/stream?${query}`, {
      headers: { authorization: `Bearer ${account.key.key}` },
      ...(signal && { signal }),
    });
  return { ...server, draft, put, open };
}

/** Deliveries of a stream as they arrive. */
async function* deliveriesOf(response: Response): AsyncGenerator<Delivery> {
  for await (const { event, data } of parseSse(response.body as AsyncIterable<Uint8Array>)) {
    expect(event).toBe("delivery");
    yield JSON.parse(data);
  }
}

test("each change of a delivery is an event with its current state", async () => {
  const { call, draft, open, put } = await start();
  const response = await open();
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const received = deliveriesOf(response);
  const record = draft();
  await put(record);
  const first = (await received.next()).value as Delivery;
  expect(first).toEqual((await call("GET", `/v1/webhooks/deliveries/${record.id}`)).body);
  await put({ ...record, status: "delivered", due_at: null });
  expect((await received.next()).value).toMatchObject({
    delivery_id: record.id,
    status: "delivered",
    next_attempt_at: null,
  });
});

test("only deliveries of the account that match the filters are sent", async () => {
  const { draft, open, put, services } = await start();
  const other = await createAccount(services, "second");
  const dead = deliveriesOf(await open("status=dead_lettered"));
  const ofOne = deliveriesOf(await open("subscription_id=sub_2&event_type=finding.discovered"));
  const [mine, wanted] = [draft(), { ...draft(), subscription_id: "sub_2" }];
  await put({ ...draft(other.id), status: "failed_permanent", subscription_id: "sub_2" });
  await put({ ...draft(), event_type: "chain.confirmed", subscription_id: "sub_2" });
  await put(mine, wanted);
  await put({ ...mine, status: "retrying" });
  await put({ ...mine, status: "failed_permanent" });
  expect((await dead.next()).value).toMatchObject({ delivery_id: mine.id });
  expect((await ofOne.next()).value).toMatchObject({ delivery_id: wanted.id });
});

test.each(["since=2026-11-01T00:00:00Z", "until=x", "limit=1", "cursor=x", "status=x"])(
  "the parameter %s is rejected, because a stream has no past events",
  async (query) => {
    const { open } = await start();
    const response = await open(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ issues: [{ path: query.split("=")[0] }] });
  },
);

test("an idle stream gets comments, and ends when the server closes", async () => {
  const { app, open } = await start(5);
  const response = await open();
  let text = "";
  const decoder = new TextDecoder();
  let closed: Promise<void> | undefined;
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array);
    if (text.split(": still here").length > 3) closed ??= app.close() as unknown as Promise<void>;
  }
  expect(text.startsWith("retry: 1000\n\n")).toBe(true);
  await closed;
});

test("nothing is retained of a client that disconnects", async () => {
  const { open, store } = await start();
  let watchers = 0;
  let forgotten = () => {};
  const gone = new Promise<void>((resolve) => {
    forgotten = resolve;
  });
  const { watch } = store;
  store.watch = (listener) => {
    watchers += 1;
    const stop = watch.call(store, listener);
    return () => {
      stop();
      watchers -= 1;
      forgotten();
    };
  };
  const leave = new AbortController();
  await open("", leave.signal);
  expect(watchers).toBe(1);
  leave.abort();
  await gone;
  expect(watchers).toBe(0);
});

test("a client that never reads doesn't delay the shutdown", async () => {
  const { account, app, draft, put } = await start();
  const { address, port } = app.server.address() as AddressInfo;
  const connected = once(app.server, "connection");
  const reader = connect(port, address);
  onTestFinished(() => void reader.destroy());
  reader.write(
    "GET /v1/webhooks/deliveries/stream HTTP/1.1\r\nhost: x\r\n" +
      `authorization: Bearer ${account.key.key}\r\n\r\n`,
  );
  const [socket] = (await connected) as [Socket];
  await once(reader, "readable");
  // More than socket buffers hold: the rest is queued as ids.
  const long = "x".repeat(4_000);
  await put(...Array.from({ length: 3_000 }, () => ({ ...draft(), last_response_body: long })));
  await vi.waitFor(() => expect(socket.writableNeedDrain).toBe(true), 5_000);
  const begun = performance.now();
  await app.close();
  expect(performance.now() - begun).toBeLessThan(3_000);
});

/** A stream without a socket, so that only the test reads from it. */
async function follow(maxWaiting: number) {
  const server = await start();
  const { account, store } = server;
  const leave = new AbortController();
  const stream = followDeliveries(store, {
    accountId: account.id,
    filter: {},
    heartbeatMs: 60_000,
    signal: leave.signal,
    maxWaiting,
  });
  return { ...server, stream };
}

test("several changes of a delivery are merged while the client is slow", async () => {
  const { draft, put, stream } = await follow(2);
  const [one, two] = [draft(), draft()];
  const first = stream.next();
  await put(one);
  expect((await first).value).toMatchObject({ data: { delivery_id: one.id, status: "pending" } });
  await put({ ...one, status: "retrying" });
  await put(two);
  await put({ ...one, status: "delivered" });
  expect((await stream.next()).value).toMatchObject({ data: { status: "delivered" } });
  expect((await stream.next()).value).toMatchObject({ data: { delivery_id: two.id } });
  await stream.return(undefined);
});

test("the stream of a client that falls too far behind is ended", async () => {
  const { draft, put, stream } = await follow(2);
  const first = stream.next();
  await put(draft());
  expect((await first).done).toBe(false);
  await put(draft(), draft(), draft());
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});
