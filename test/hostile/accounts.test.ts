import { expect, test } from "vitest";
import { createAccount } from "../../src/server/access/keys.ts";
import { openApiDocument } from "../../src/server/openapi/document.ts";
import { writeJsonBlob } from "../../src/store/port/store.ts";
import { finding } from "../helpers/api-records.ts";
import { handMadeAgent } from "../helpers/hand-made-agent.ts";
import { investigationRecord } from "../helpers/records.ts";
import { startTestServer } from "../helpers/test-server.ts";
import { largestBody } from "./largest-body.ts";
import type { Schema } from "./worst-bodies.ts";

type Server = Awaited<ReturnType<typeof startTestServer>>;

/** A word in every resource of the first account, which no answer to the second may contain. */
const mark = "firstaccountonly";

/** One resource of each kind in the first account: its id, and one of the same shape that is absent. */
async function createResources({ call, store, account }: Server) {
  const made = async (path: string, json: unknown): Promise<string> => {
    const { status, body } = await call("POST", path, { json });
    expect({ path, status, body }).toMatchObject({ status: 201 });
    return body.id;
  };
  const { registration } = handMadeAgent(mark);
  await call("POST", "/v1/agents/register", { json: registration });
  const blob = `investigation/${mark}`;
  await writeJsonBlob(store, blob, { findings: [finding()], chains: [], answer: null });
  const investigation = investigationRecord({
    ...{ account_id: account.id, status: "cancelled", blob, query: mark },
    timeline: [{ seq: 1, type: "finding", finding_id: finding().finding_id }],
  });
  await store.commit([{ type: "put", kind: "investigation", record: investigation }]);
  const subscription = await made("/v1/webhooks/subscriptions", {
    ...{ url: `https://${mark}.example`, events: ["*"] },
  });
  const tested = await call("POST", `/v1/webhooks/subscriptions/${subscription}/test`);
  const ids: Record<string, string> = {
    "/v1/agents/{id}": mark,
    "/v1/investigations/{id}": investigation.id,
    "/v1/acceptances/{id}": await made("/v1/acceptances", {
      ...{ finding_id: finding().finding_id, because: mark },
    }),
    "/v1/curiosity/{id}": await made("/v1/curiosity", { query: mark, interval: "1d" }),
    "/v1/tag-policies/{id}": await made("/v1/tag-policies", { name: mark, match: { a: "b" } }),
    "/v1/webhooks/subscriptions/{id}": subscription,
    "/v1/webhooks/deliveries/{delivery_id}": tested.body.delivery_id,
    "/v1/keys/{id}": await made("/v1/keys", { name: mark, scopes: ["keys:read"] }),
  };
  return Object.entries(ids).map(([path, id]) => ({ path, id, absent: lookalike(id) }));
}

/** An id of the same shape, which nothing has. */
const lookalike = (id: string) => `${id.slice(0, -4)}${id.endsWith("0000") ? "1111" : "0000"}`;

interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Every operation of the document, but the stream of deliveries, which never ends. */
function operationsOf({ app }: Server) {
  const document = openApiDocument(app);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => {
      const schema = operation.requestBody?.content["application/json"]?.schema;
      const body = schema && largestBody(schema, document.components.schemas as never);
      return { path, method: method.toUpperCase() as "GET" | "POST", body };
    }),
  );
  return operations.filter(({ path }) => path !== "/v1/webhooks/deliveries/stream");
}

test("an account reads, changes and learns nothing of another, whatever the operation", async () => {
  const server = await startTestServer();
  const resources = await createResources(server);
  const { key } = (await createAccount(server.services, "second")).key;
  const stored = async () => JSON.stringify(await recordsOf(server));
  const before = await stored();
  let asked = 0;
  for (const { path, method, body } of operationsOf(server)) {
    // The catalogue of detections belongs to every account.
    if (!path.includes("{") || path.startsWith("/v1/detections/")) continue;
    const resource = resources.find((known) => path.startsWith(known.path));
    if (!resource) throw new Error(`no resource for ${path}: create one in createResources`);
    if (method === "GET" && path === resource.path) {
      const own = await server.call("GET", path.replace(/{(delivery_)?id}/, resource.id));
      expect({ path, status: own.status }).toEqual({ path, status: 200 });
    }
    const answers = [];
    for (const id of [resource.id, resource.absent]) {
      const url = path
        .replace(/{(delivery_)?id}/, id)
        .replace("{finding_id}", finding().finding_id)
        .replace("{plan_id}", "pln_01hv3k6z5w9m4q8r7t2y1x0c3b");
      const response = await server.call(method, url, { key, ...(body && { json: body }) });
      answers.push({ status: response.status, body: response.body });
      asked += 1;
    }
    expect({ method, path, ...answers[0] }).toMatchObject({
      ...{ status: 404, body: { error: "not_found" } },
    });
    expect({ method, path, ...answers[0] }).toEqual({ method, path, ...answers[1] });
  }
  expect(asked).toBeGreaterThan(40);
  expect(await stored()).toBe(before);
});

test("no list of an account contains a resource of another", async () => {
  const server = await startTestServer();
  const resources = await createResources(server);
  const { key } = (await createAccount(server.services, "second")).key;
  const lists = operationsOf(server).filter(
    ({ path, method }) => method === "GET" && path.startsWith("/v1/") && !path.includes("{"),
  );
  expect(lists.length).toBeGreaterThan(7);
  for (const { path } of lists) {
    const { text } = await server.call("GET", path, { key });
    expect({ path, text }).not.toMatchObject({ text: expect.stringContaining(mark) });
    for (const { id } of resources)
      expect({ path, text }).not.toMatchObject({ text: expect.stringContaining(id) });
  }
  const filtered = resources.flatMap(({ id }) => [
    `/v1/webhooks/deliveries?subscription_id=${id}`,
    `/v1/investigations?curiosity_id=${id}`,
    `/v1/agents?cursor=${Buffer.from(`${server.account.id}/${id}`).toString("base64url")}`,
  ]);
  for (const path of filtered) {
    const { text } = await server.call("GET", path, { key });
    expect({ path, text }).not.toMatchObject({ text: expect.stringContaining(mark) });
  }
});

/** The stored records of the first account. */
async function recordsOf({ store, account }: Server): Promise<unknown[]> {
  const kinds = [
    "agent",
    "investigation",
    "curiosity",
    "policy",
    "subscription",
    "delivery",
    "key",
  ];
  const records: unknown[] = [];
  for (const kind of kinds)
    for await (const record of store.scan(kind as "agent"))
      if (record.account_id === account.id) records.push(record);
  return records;
}
