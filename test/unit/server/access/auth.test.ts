import { expect, onTestFinished, test } from "vitest";
import type { ApiScope } from "../../../../src/contract/scopes.ts";
import { createAccount } from "../../../../src/server/access/keys.ts";
import { everyScope, startTestServer } from "../../../helpers/test-server.ts";

const id = "inv_01hv3k6z5w9m4q8r7t2y1x0c3b";

const bad: [string, Record<string, string>][] = [
  ["no header", {}],
  ["another scheme", { authorization: "Basic aXE6" }],
  ["no key", { authorization: "Bearer " }],
  ["a key of another shape", { authorization: "Bearer iq_short_key" }],
  ["an unknown key", { authorization: `Bearer iq_${"a".repeat(12)}_${"b".repeat(32)}` }],
  ["two keys", { authorization: `Bearer iq_${"a".repeat(12)}_${"b".repeat(32)} x` }],
];
test.each(bad)("401 for %s", async (_, headers) => {
  const { call } = await startTestServer();
  const {
    status,
    body,
    headers: answered,
  } = await call("GET", "/v1/investigations", {
    key: null,
    headers,
  });
  expect(status).toBe(401);
  expect(body.error).toBe("invalid_api_key");
  expect(body).not.toHaveProperty("issues");
  expect(answered["www-authenticate"]).toContain("Bearer");
});

test("a valid key id with another secret is rejected", async () => {
  const { call, account } = await startTestServer();
  const { key } = account.key;
  const wrong = `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`;
  expect((await call("GET", "/v1/keys", { key: wrong })).status).toBe(401);
});

const needed: [string, string, ApiScope][] = [
  ["POST", "/v1/investigations", "investigations:trigger"],
  ["GET", "/v1/investigations", "investigations:read"],
  ["GET", `/v1/investigations/${id}`, "investigations:read"],
  ["DELETE", `/v1/investigations/${id}`, "investigations:trigger"],
  ["GET", `/v1/investigations/${id}/stream`, "investigations:read"],
  ["POST", `/v1/investigations/${id}/findings/fnd_x/verdict`, "investigations:trigger"],
  ["POST", "/v1/interpretations", "investigations:read"],
  ["GET", "/v1/detections", "investigations:read"],
  ["GET", "/v1/detections/x", "investigations:read"],
  ["GET", "/v1/agents", "agents:read"],
  ["GET", "/v1/agents/a", "agents:read"],
  ["PATCH", "/v1/agents/a", "agents:write"],
  ["DELETE", "/v1/agents/a", "agents:write"],
  ["POST", "/v1/agents/register", "agents:connect"],
  ["POST", "/v1/agents/a/heartbeat", "agents:connect"],
  ["GET", "/v1/agents/a/plans", "agents:connect"],
  ["POST", "/v1/agents/a/plans/pln_x/results", "agents:connect"],
  ["PUT", "/v1/agents/a/snapshots", "agents:connect"],
  ["GET", "/v1/keys", "keys:read"],
  ["POST", "/v1/keys", "keys:write"],
  ["DELETE", "/v1/keys/aaaaaaaaaaaa", "keys:write"],
];
test.each(needed)("%s %s requires only %s", async (method, url, scope) => {
  const { call, keyWith } = await startTestServer();
  const others = await keyWith(...everyScope.filter((each) => each !== scope));
  const without = await call(method as "GET", url, { key: others, json: { bad: true } });
  expect(without).toMatchObject({
    status: 403,
    body: { error: "insufficient_scope", missing_scope: scope },
  });
  const just = await call(method as "GET", url, { key: await keyWith(scope), json: { bad: true } });
  expect([401, 403]).not.toContain(just.status);
});

test.each(["/healthz", "/readyz", "/v1/plan-key", "/openapi.json", "/docs"])(
  "%s needs no key",
  async (url) => {
    const { call } = await startTestServer();
    expect((await call("GET", url, { key: null })).status).toBe(200);
  },
);

test("metrics need a key except from loopback addresses", async () => {
  const { call } = await startTestServer();
  await call("GET", "/v1/keys");
  const local = await call("GET", "/metrics", { key: null });
  expect(local.status).toBe(200);
  expect(local.text).toContain(
    'inquest_http_requests_total{method="GET",route="/v1/keys",status="200"} 1',
  );
  expect(local.text).toContain('inquest_store_records{kind="key"} 1');
  const remoteAddress = "192.0.2.7";
  expect((await call("GET", "/metrics", { key: null, remoteAddress })).status).toBe(401);
  expect((await call("GET", "/metrics", { remoteAddress })).status).toBe(200);
});

test("a revoked key is rejected from the next request on, and can't be revoked again", async () => {
  const { call } = await startTestServer();
  const made = await call("POST", "/v1/keys", { json: { scopes: ["keys:read"], name: "ci" } });
  expect(made.status).toBe(201);
  expect(made.body.key).toMatch(/^iq_[0-9A-Za-z]{12}_[0-9A-Za-z]{32}$/);
  expect(made.body.key).toContain(made.body.id);
  const listed = await call("GET", "/v1/keys", { key: made.body.key });
  expect(listed.status).toBe(200);
  expect(listed.body.keys).toHaveLength(2);
  expect(listed.text).not.toContain(made.body.key);
  const headers = { "content-type": "application/json" };
  expect((await call("DELETE", `/v1/keys/${made.body.id}`, { headers })).status).toBe(204);
  expect((await call("GET", "/v1/keys", { key: made.body.key })).status).toBe(401);
  expect((await call("DELETE", `/v1/keys/${made.body.id}`)).status).toBe(404);
  expect((await call("GET", "/v1/keys")).body.keys).toHaveLength(1);
});

test("an expired key is rejected like an unknown one, but still listed and revocable", async () => {
  const { call, clock } = await startTestServer();
  const expires_at = new Date(clock.ms + 60_000).toISOString();
  const made = await call("POST", "/v1/keys", { json: { scopes: ["keys:read"], expires_at } });
  expect(made).toMatchObject({ status: 201, body: { expires_at } });
  expect((await call("GET", "/v1/keys", { key: made.body.key })).status).toBe(200);
  clock.ms += 60_000;
  const refused = await call("GET", "/v1/keys", { key: made.body.key });
  const unknown = await call("GET", "/v1/keys", { key: `iq_${"a".repeat(12)}_${"b".repeat(32)}` });
  expect(refused).toMatchObject({ status: 401, body: unknown.body });
  const { body: listed } = await call("GET", "/v1/keys");
  expect(listed.keys).toContainEqual(expect.objectContaining({ id: made.body.id, expires_at }));
  expect((await call("DELETE", `/v1/keys/${made.body.id}`)).status).toBe(204);
});

test("a key can't expire in the past", async () => {
  const { call, clock } = await startTestServer();
  const expires_at = new Date(clock.ms).toISOString();
  const { status, body } = await call("POST", "/v1/keys", {
    json: { scopes: ["keys:read"], expires_at },
  });
  expect(status).toBe(400);
  expect(body.issues).toEqual([{ path: "expires_at", message: "must be in the future" }]);
});

test("the last use of a key is recorded once an hour at most", async () => {
  const { call, clock, store } = await startTestServer();
  let commits = 0;
  const unwatch = store.watch(() => {
    commits += 1;
  });
  onTestFinished(unwatch);
  const lastUse = async () => (await call("GET", "/v1/keys")).body.keys[0].last_used_at;
  await expect.poll(lastUse).toBe(new Date(clock.ms).toISOString());
  clock.ms += 3_599_999;
  await lastUse();
  expect(commits).toBe(1);
  clock.ms += 1;
  await expect.poll(lastUse).toBe(new Date(clock.ms).toISOString());
  expect(commits).toBe(2);
});

test("only the hash of a key is stored", async () => {
  const { store, account } = await startTestServer();
  const stored = await store.find("key", account.key.id);
  expect(JSON.stringify(stored)).not.toContain(account.key.key.split("_")[2]);
  expect(stored?.record.secret_sha256).toMatch(/^[0-9a-f]{64}$/);
});

test("keys of one account don't work in another", async () => {
  const { call, services, account } = await startTestServer();
  const other = await createAccount(services, "other");
  const gone = await call("DELETE", `/v1/keys/${account.key.id}`, { key: other.key.key });
  expect(gone.status).toBe(404);
  const { body } = await call("GET", "/v1/keys", { key: other.key.key });
  expect(body.keys.map((key: { id: string }) => key.id)).toEqual([other.key.id]);
});

test("two accounts can't have the same name", async () => {
  const { services } = await startTestServer();
  await expect(createAccount(services, "first")).rejects.toMatchObject({ code: "account_exists" });
});

test("the limit counts all requests of a key and returns the seconds to wait", async () => {
  const { call, clock } = await startTestServer({ rateLimitPerMinute: 3 });
  expect((await call("GET", "/v1/keys")).status).toBe(200);
  expect((await call("GET", "/v1/keys?x=1")).status).toBe(400);
  expect((await call("GET", "/v1/nothing")).status).toBe(404);
  clock.ms += 10_500;
  const rejected = await call("GET", "/v1/keys");
  expect(rejected).toMatchObject({ status: 429, body: { error: "rate_limit_exceeded" } });
  expect(rejected.headers["retry-after"]).toBe("50");
  clock.ms += 49_499;
  expect((await call("GET", "/v1/keys")).status).toBe(429);
  clock.ms += 1;
  expect((await call("GET", "/v1/keys")).status).toBe(200);
});

test("each key has its own limit, and invalid keys are limited per address", async () => {
  const { call, keyWith } = await startTestServer({ rateLimitPerMinute: 1 });
  const other = await keyWith("keys:read");
  expect((await call("GET", "/v1/keys")).status).toBe(200);
  expect((await call("GET", "/v1/keys")).status).toBe(429);
  expect((await call("GET", "/v1/keys", { key: other })).status).toBe(200);
  for (let guess = 0; guess < 10; guess++) {
    expect((await call("GET", "/v1/keys", { key: null })).status).toBe(401);
  }
  expect((await call("GET", "/v1/keys", { key: null })).status).toBe(429);
  expect((await call("GET", "/healthz", { key: null })).status).toBe(200);
});
