import { expect, test } from "vitest";
import { clientOver, json, networkError } from "./client-over.ts";

const accepted = json(202, { investigation_id: "inv_1", status: "queued" });

test("a 429 is repeated after Retry-After, however often it comes", async () => {
  const limited = json(429, { error: "rate_limit_exceeded" }, { "retry-after": "7" });
  const { client, sent, slept, waits } = clientOver([...Array(6).fill(limited), accepted]);
  await client.trigger({ query: "who?" });
  expect(slept).toEqual(Array(6).fill(7000));
  expect(waits[0]).toEqual({ reason: "rate_limited", delayMs: 7000, attempt: 1 });
  expect(sent).toHaveLength(7);
});

test("a 500 is tried five times with doubling waits and then told", async () => {
  const fault = json(500, { error: "internal_error", message: "Boom.", request_id: "req_1" });
  const { client, slept } = clientOver(Array(5).fill(fault));
  await expect(client.get("inv_1")).rejects.toMatchObject({
    code: "internal_error",
    kind: "failed",
    requestId: "req_1",
  });
  expect(slept).toEqual([1000, 2000, 4000, 8000]);
});

test("a connection that was never made is tried again, one that broke is not", async () => {
  const refused = clientOver([networkError("ECONNREFUSED"), json(200, { detections: [] })]);
  expect(await refused.client.detections()).toEqual([]);
  const reset = clientOver([networkError("ECONNRESET")]);
  await expect(reset.client.detections()).rejects.toMatchObject({
    code: "server_unreachable",
    kind: "unreachable",
  });
});

test.each([
  [400, "usage"],
  [401, "not_authorised"],
  [403, "not_authorised"],
  [404, "not_found"],
  [409, "failed"],
  [501, "failed"],
  [503, "failed"],
])("%i is not repeated and is a failure of the kind %s", async (status, kind) => {
  const { client, sent } = clientOver([json(status, { error: "some_code", message: "Told." })]);
  await expect(client.get("inv_1")).rejects.toMatchObject({ code: "some_code", status, kind });
  expect(sent).toHaveLength(1);
});

test("a repeated trigger carries the same idempotency key, another one a new key", async () => {
  const { client, sent } = clientOver([networkError("ECONNREFUSED"), accepted, accepted, accepted]);
  await client.trigger({ query: "who?" });
  await client.trigger({ query: "who?" });
  await client.trigger({ query: "who?", idempotency_key: "mine" });
  expect(
    sent.map((request) => (request.body as { idempotency_key: string }).idempotency_key),
  ).toEqual(["generated-1", "generated-1", "generated-2", "mine"]);
});

test("validation issues are told with their paths", async () => {
  const issues = [{ path: "scope.filter.last_seen_within", message: "must be like 15m" }];
  const body = { error: "validation_error", message: "The request is not valid.", issues };
  const { client } = clientOver([json(400, body)]);
  await expect(client.trigger({ query: "who?" })).rejects.toThrow(
    "The request is not valid (scope.filter.last_seen_within: must be like 15m).",
  );
});

test("an error that is no JSON is told by its status", async () => {
  const { client } = clientOver([() => new Response("<html>", { status: 502 })]);
  await expect(client.get("inv_1")).rejects.toMatchObject({ code: "unexpected_response" });
});

test("an aborted wait ends the request with the signal's reason", async () => {
  const { client } = clientOver([json(500, { error: "internal_error" })]);
  const signal = AbortSignal.abort(new Error("stopped"));
  await expect(client.get("inv_1", { signal })).rejects.toThrow("stopped");
});

test("ids are escaped in paths", async () => {
  const { client, sent } = clientOver([json(200, {})]);
  await client.get("inv_1/../keys?x=1");
  expect(sent[0]!.url).toBe("http://service.test/v1/investigations/inv_1%2F..%2Fkeys%3Fx%3D1");
});

test("pages are fetched one after the other until the last", async () => {
  const { client, sent } = clientOver([
    json(200, { investigations: [{ investigation_id: "inv_2" }], next_cursor: "c1" }),
    json(200, { investigations: [{ investigation_id: "inv_1" }], next_cursor: null }),
  ]);
  const ids: string[] = [];
  for await (const page of client.list({ status: "completed", limit: 1 })) {
    ids.push(...page.investigations.map((row) => row.investigation_id));
  }
  expect(ids).toEqual(["inv_2", "inv_1"]);
  expect(sent[1]!.url).toMatch(/\?status=completed&limit=1&cursor=c1$/);
});
