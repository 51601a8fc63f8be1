import { expect, test } from "vitest";
import { clientOver, collect, json } from "./client-over.ts";

const base = "http://service.test/v1/curiosity";

test("each operation on an item is one request, its id one part of the path", async () => {
  const { client, sent } = clientOver([
    json(201, { id: "cur_1" }),
    json(200, { id: "cur_1" }),
    json(200, { id: "cur_1" }),
    json(202, { investigation_id: "inv_1" }),
    () => new Response(null, { status: 204 }),
  ]);
  const request = { query: "which users have uid 0?", interval: "24h" };
  expect(await client.createCuriosityItem(request)).toMatchObject({ id: "cur_1" });
  await client.curiosityItem("a/b");
  await client.updateCuriosityItem("a/b", { active: false });
  expect(await client.runCuriosityItem("a/b")).toEqual({ investigation_id: "inv_1" });
  expect(await client.deleteCuriosityItem("a/b")).toBeUndefined();
  expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["POST", base, request],
    ["GET", `${base}/a%2Fb`, undefined],
    ["PATCH", `${base}/a%2Fb`, { active: false }],
    ["POST", `${base}/a%2Fb/runs`, undefined],
    ["DELETE", `${base}/a%2Fb`, undefined],
  ]);
});

test("items are read page by page", async () => {
  const { client, sent } = clientOver([
    json(200, { items: [], next_cursor: "c1" }),
    json(200, { items: [], next_cursor: null }),
  ]);
  expect(await collect(client.curiosityItems({ limit: 2 }))).toHaveLength(2);
  expect(sent.map(({ url }) => url)).toEqual([`${base}?limit=2`, `${base}?limit=2&cursor=c1`]);
});

test("the runs of an item are the investigations that name it", async () => {
  const { client, sent } = clientOver([json(200, { investigations: [], next_cursor: null })]);
  await collect(client.list({ curiosity_id: "cur_1" }));
  expect(sent[0]!.url).toBe("http://service.test/v1/investigations?curiosity_id=cur_1");
});
