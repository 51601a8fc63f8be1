import { expect, test } from "vitest";
import { clientOver, collect, json } from "./client-over.ts";

test("an agent's id is one part of the path, whatever is in it", async () => {
  const { client, sent } = clientOver([
    json(200, { agent_id: "a/b" }),
    json(200, { agent_id: "a/b" }),
    () => new Response(null, { status: 204 }),
  ]);
  await client.agent("a/b");
  await client.updateAgent("a/b", { tags: { env: "prod" } });
  await client.removeAgent("a/b");
  const url = "http://service.test/v1/agents/a%2Fb";
  expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["GET", url, undefined],
    ["PATCH", url, { tags: { env: "prod" } }],
    ["DELETE", url, undefined],
  ]);
});

test("a fleet is read page by page with its filter", async () => {
  const { client, sent } = clientOver([
    json(200, [{ agent_id: "a" }], { "x-next-cursor": "c1" }),
    json(200, [{ agent_id: "b" }]),
  ]);
  const query = { status: "Connected", tags: ["a=1", "b=2"], limit: 1 } as const;
  expect(await collect(client.agents({ ...query, tags: [...query.tags] }))).toHaveLength(2);
  const filter = "/v1/agents?status=Connected&tag=a%3D1&tag=b%3D2&limit=1";
  expect(sent.map(({ url }) => url.slice("http://service.test".length))).toEqual([
    filter,
    `${filter}&cursor=c1`,
  ]);
});
