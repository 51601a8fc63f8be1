import { expect, test } from "vitest";
import { clientOver, collect, json } from "./client-over.ts";

const base = "http://service.test/v1/webhooks";

test("each operation on a subscription is one request, its id one part of the path", async () => {
  const created = { id: "sub_1", secret: "whsec_x" };
  const { client, sent } = clientOver([
    json(201, created),
    json(200, { id: "sub_1" }),
    json(200, { id: "sub_1" }),
    json(202, { delivery_id: "dlv_1" }),
    () => new Response(null, { status: 204 }),
  ]);
  const request = { url: "https://hooks.test/", events: ["*" as const] };
  expect(await client.createSubscription(request)).toMatchObject(created);
  await client.subscription("a/b");
  await client.updateSubscription("a/b", { active: false });
  expect(await client.testSubscription("a/b")).toMatchObject({ delivery_id: "dlv_1" });
  expect(await client.deleteSubscription("a/b")).toBeUndefined();
  const one = `${base}/subscriptions/a%2Fb`;
  expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["POST", `${base}/subscriptions`, request],
    ["GET", one, undefined],
    ["PATCH", one, { active: false }],
    ["POST", `${one}/test`, undefined],
    ["DELETE", one, undefined],
  ]);
});

test("deliveries are read page by page with every filter", async () => {
  const { client, sent } = clientOver([
    json(200, { deliveries: [], next_cursor: "c1" }),
    json(200, { deliveries: [], next_cursor: null }),
  ]);
  const query = {
    status: "failed_permanent",
    subscription_id: "sub_1",
    event_type: "finding.discovered",
    event_id: "e1",
    since: "2026-11-01T00:00:00.000Z",
    until: "2026-11-02T00:00:00.000Z",
    limit: 2,
  } as const;
  expect(await collect(client.deliveries(query))).toHaveLength(2);
  const asked = sent.map(({ url }) => Object.fromEntries(new URL(url).searchParams));
  expect(asked).toEqual([
    { ...query, limit: "2" },
    { ...query, limit: "2", cursor: "c1" },
  ]);
});

test("a replay is repeated after a pause that the service asks for, and after nothing else it refuses", async () => {
  const { client, sent, slept } = clientOver([
    json(429, { error: "rate_limit_exceeded" }, { "retry-after": "3" }),
    json(202, { delivery_id: "dlv_2" }),
    json(404, { error: "not_found" }),
    json(200, { paths: { "/v1/webhooks/deliveries/{delivery_id}": { get: {} } } }),
  ]);
  expect(await client.replayDelivery("dlv_1")).toMatchObject({ delivery_id: "dlv_2" });
  await expect(client.delivery("dlv_0")).rejects.toMatchObject({ kind: "not_found" });
  expect(slept).toEqual([3_000]);
  expect(sent.map(({ method, url }) => [method, url])).toEqual([
    ["POST", `${base}/deliveries/dlv_1/replay`],
    ["POST", `${base}/deliveries/dlv_1/replay`],
    ["GET", `${base}/deliveries/dlv_0`],
    // Whether the operation or the delivery is what isn't there.
    ["GET", "http://service.test/openapi.json"],
  ]);
});

test("an address that can't be reached is no mistake in what was typed", async () => {
  const { client } = clientOver([json(400, { error: "subscription_url_unreachable" })]);
  await expect(client.testSubscription("sub_1")).rejects.toMatchObject({
    status: 400,
    kind: "failed",
  });
});
