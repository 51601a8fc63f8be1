import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";
import { type ReceivedRequest, receiverCa, startReceiver } from "../helpers/webhook-receiver.ts";

/*
 * Webhooks as the contract describes them, seen from outside: names and signatures are written
 * out here as the contract has them, not taken from the code that the server itself uses.
 */
const folder = serverFolder(undefined, afterAll);
let server: ServerProcess;
beforeAll(async () => {
  const ca = join(folder.dataDir, "..", "receivers.pem");
  writeFileSync(ca, receiverCa());
  server = await folder.start(
    ...["--webhook-allow", "127.0.0.1/32", "--webhook-ca", ca],
    ...["--webhook-schedule", "0s,1s,1s,1s,1s"],
    ...["--no-local-agent", "--rate-limit", "0", "--log-level", "debug"],
  );
});

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const fields = (value: object) => Object.keys(value).sort().join(" ");
const sorted = (names: string) => names.split(" ").sort().join(" ");

const deliveryFields =
  "delivery_id event_id event_type subscription_id url status attempt_count last_response_code " +
  "last_response_body last_error next_attempt_at replay_of replayed_as created_at attempts event";

async function subscribe(url: string, over: Record<string, unknown> = {}) {
  const body = { url, events: ["investigation.queued"], ...over };
  const { body: made } = await server.call("POST", "/v1/webhooks/subscriptions", { body });
  return made as { id: string; secret: string };
}

const send = async (subscription: { id: string }) =>
  (await server.call("POST", `/v1/webhooks/subscriptions/${subscription.id}/test`)).body;

/** A delivery once its status is no longer one of waiting. */
async function settled(id: string) {
  let body: Record<string, unknown> = {};
  await expect
    .poll(
      async () => {
        ({ body } = await server.call("GET", `/v1/webhooks/deliveries/${id}`));
        return body.status;
      },
      { timeout: 15_000, interval: 25 },
    )
    .toMatch(/^(delivered|failed_permanent)$/);
  return body;
}

/** Holds a request to the contract's signatures, made here with each of the secrets. */
function expectSigned({ headers, body }: ReceivedRequest, secrets: string[]) {
  const t = String(headers["x-service-signature"]).slice(2).split(",")[0];
  const hex = (secret: string) => createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
  expect(headers["x-service-signature"]).toBe(
    [`t=${t}`, ...secrets.map((secret) => `v1=${hex(secret)}`)].join(","),
  );
  const { event_id, event_type } = JSON.parse(body);
  const base64 = (secret: string) =>
    createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
      .update(`${event_id}.${t}.${body}`)
      .digest("base64");
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "x-service-event-id": event_id,
    "x-service-event-type": event_type,
    "webhook-id": event_id,
    "webhook-timestamp": t,
    "webhook-signature": secrets.map((secret) => `v1,${base64(secret)}`).join(" "),
  });
}

test("a test event arrives signed, and its delivery has the contract's fields, no more", async () => {
  const receiver = await startReceiver();
  const subscription = await subscribe(receiver.url);
  expect(fields(subscription)).toBe(
    sorted("id url events filters active created_at updated_at secret"),
  );
  const queued = await send(subscription);
  expect(fields(queued)).toBe(sorted("delivery_id event_id subscription_id status"));
  const delivery = await settled(queued.delivery_id);
  expect(fields(delivery)).toBe(sorted(deliveryFields));
  expect(delivery).toMatchObject({
    ...queued,
    status: "delivered",
    attempt_count: 1,
    last_response_code: 200,
    last_error: null,
    next_attempt_at: null,
    created_at: iso,
    attempts: [{ number: 1, at: iso, response_code: 200, error: null }],
  });
  const [request] = receiver.requests as [ReceivedRequest];
  expect(JSON.parse(request.body)).toEqual(delivery.event);
  expect(fields(JSON.parse(request.body))).toBe(
    sorted("event_id event_type emitted_at api_version data"),
  );
  expect(request.headers["x-service-delivery-id"]).toBe(`${queued.delivery_id}.1`);
  expectSigned(request, [subscription.secret]);
});

test("a new investigation is sent to its subscribers, signed with both secrets during a rotation", async () => {
  const receiver = await startReceiver();
  const { id, secret } = await subscribe(receiver.url, { filters: { tags: { env: "e2e" } } });
  const rotated = await server.call("PATCH", `/v1/webhooks/subscriptions/${id}`, {
    body: { rotate_secret: true },
  });
  await server.ask("SELECT 1", { scope: { type: "selector", filter: { tags: { env: "no" } } } });
  const scope = { type: "selector", filter: { tags: { env: "e2e" } } };
  const asked = await server.ask("SELECT 1", { scope });
  await receiver.received(1);
  const [request] = receiver.requests as [ReceivedRequest];
  expect(JSON.parse(request.body).data).toMatchObject({
    tags: { env: "e2e" },
    investigation: { investigation_id: asked, status: "queued" },
  });
  expectSigned(request, [rotated.body.secret, secret]);
});

test("a dead letter stores its receiver's response, and is replayed byte for byte once the receiver is repaired", async () => {
  const receiver = await startReceiver({
    answer: (_, response) => response.writeHead(410).end(`gone ${"ü".repeat(4_000)}`),
  });
  const subscription = await subscribe(receiver.url);
  const { delivery_id: id, event_id } = await send(subscription);
  const dead = await settled(id);
  expect(dead).toMatchObject({ status: "failed_permanent", attempt_count: 1, event_id });
  expect(Buffer.byteLength(String(dead.last_response_body))).toBeLessThanOrEqual(4_096);
  expect(dead.last_response_body).toMatch(/^gone ü+$/);

  const query = `status=dead_lettered&subscription_id=${subscription.id}`;
  const list = await server.call("GET", `/v1/webhooks/deliveries?${query}`);
  expect(list.body).toEqual({ deliveries: [dead], next_cursor: null });

  receiver.answerWith(200);
  const replay = await server.call("POST", `/v1/webhooks/deliveries/${id}/replay`);
  expect(replay).toMatchObject({ status: 202, body: { event_id, replay_of: id } });
  expect(await settled(replay.body.delivery_id)).toMatchObject({
    status: "delivered",
    replay_of: id,
  });
  expect(receiver.requests[1]?.body).toBe(receiver.requests[0]?.body);
  expect((await server.call("GET", `/v1/webhooks/deliveries/${id}`)).body).toEqual({
    ...dead,
    replayed_as: replay.body.delivery_id,
  });
});

test("a failing receiver gets five attempts, each with its own id", async () => {
  const receiver = await startReceiver({ answer: 503 });
  const { delivery_id: id } = await send(await subscribe(receiver.url));
  const dead = await settled(id);
  expect(dead).toMatchObject({
    status: "failed_permanent",
    attempt_count: 5,
    last_response_code: 503,
  });
  const ids = receiver.requests.map(({ headers }) => headers["x-service-delivery-id"]);
  expect(ids).toEqual([1, 2, 3, 4, 5].map((number) => `${id}.${number}`));
});

test("a test delivery to a forbidden address is refused at once", async () => {
  const subscription = await subscribe("https://10.0.0.1/hook");
  const path = `/v1/webhooks/subscriptions/${subscription.id}/test`;
  const { status, body } = await server.call("POST", path);
  expect({ status, error: body.error }).toEqual({
    status: 400,
    error: "subscription_url_unreachable",
  });
  expect(body.message).toContain("10.0.0.1");
});

test("no secret is ever in the log", async () => {
  await server.call("GET", "/v1/webhooks/subscriptions");
  await server.logged("/v1/webhooks/subscriptions");
  expect(server.log()).not.toContain("whsec_");
});
