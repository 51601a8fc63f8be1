import { readdirSync, statSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { getHeapStatistics } from "node:v8";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenBackend, openBackend } from "../../src/compose/backend/open-backend.ts";
import { readSimulatedHosts } from "../../src/compose/simulated/read-simulated-hosts.ts";
import { defaultWebhookSettings } from "../../src/compose/webhooks/webhook-settings.ts";
import { handMadeAgent } from "../helpers/hand-made-agent.ts";
import { simulatedHosts } from "../helpers/simulated-hosts.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { largestBody } from "./largest-body.ts";
import type { Schema, Schemas } from "./worst-bodies.ts";

/** Growth that the largest accepted requests of one key may cause, in memory and on disk. */
const budgetBytes = 20 << 20;
const requests = 20;

const inspector = new Session();
inspector.connect();
afterAll(() => inspector.disconnect());

const dataDir = join(temporaryFolder(afterAll), "data");
const estate = simulatedHosts([{ agent_id: "web-1" }], afterAll);
let backend: OpenBackend;
let schemas: Schemas;
const bodies = new Map<string, Schema>();

interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
}

beforeAll(async () => {
  backend = await openBackend({
    dataDir,
    localAgent: false,
    simulatedHosts: readSimulatedHosts([estate]),
    own: {},
    snapshots: true,
    isReachable: true,
    webhooks: defaultWebhookSettings,
    minCuriosityIntervalMs: 60_000,
    rateLimitPerMinute: 0,
    log: pino({ level: "silent" }),
  });
  const { body: document } = await call("GET", "/openapi.json");
  schemas = document.components.schemas;
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      const schema = operation.requestBody?.content["application/json"]?.schema;
      if (schema) bodies.set(`${method.toUpperCase()} ${path}`, schema);
    }
}, 60_000);
afterAll(() => backend.close());

async function call(method: string, url: string, json?: unknown) {
  const response = await backend.app.inject({
    method: method as "GET",
    url,
    headers: {
      authorization: `Bearer ${backend.account.localKey}`,
      ...(json !== undefined && { "content-type": "application/json" }),
    },
    ...(json !== undefined && { payload: JSON.stringify(json) }),
  });
  return { status: response.statusCode, body: response.body === "" ? null : response.json() };
}

/** The largest scope that is accepted: as many agents as its size admits, one of which exists. */
const others = Array.from({ length: 999 }, (_, at) => String(at).padStart(61, "a"));
const scope = { type: "selector", filter: { agent_ids: ["web-1", ...others] } };

const sizes = async () => {
  await inspector.post("HeapProfiler.collectGarbage");
  const { used_heap_size, external_memory } = getHeapStatistics();
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  const disk = files
    .filter((file) => file.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return { memory: used_heap_size + external_memory, disk };
};

/** How much a request grows the server when it is sent twenty times, after a first time. */
async function growthOf(send: (at: number) => Promise<unknown>) {
  await send(0);
  const before = await sizes();
  for (let at = 1; at <= requests; at += 1) await send(at);
  const after = await sizes();
  return { memory: after.memory - before.memory, disk: after.disk - before.disk };
}

/** Resolves when the condition holds after some change of the store. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  let notify = () => {};
  const stop = backend.store.watch(() => notify());
  for (;;) {
    const changed = new Promise<void>((resolve) => {
      notify = resolve;
    });
    if (await holds()) return stop();
    await changed;
  }
}

const isOver = (status: string | null) => status !== null && !/^(queued|running)$/.test(status);

const target: Record<string, () => Promise<string>> = {
  "PATCH /v1/curiosity/{id}": async () =>
    (await call("POST", "/v1/curiosity", { query: "SELECT 1", interval: "1d", active: false })).body
      .id,
  "PATCH /v1/tag-policies/{id}": async () =>
    (await call("POST", "/v1/tag-policies", { name: "p", match: { a: "b" } })).body.id,
  "PATCH /v1/webhooks/subscriptions/{id}": async () =>
    (
      await call("POST", "/v1/webhooks/subscriptions", {
        ...{ url: "https://example.com", events: ["*"], active: false },
      })
    ).body.id,
  "PATCH /v1/agents/{id}": async () => "web-1",
  "POST /v1/agents/{id}/heartbeat": async () => {
    const { agentId, registration } = handMadeAgent("remote-1");
    await call("POST", "/v1/agents/register", registration);
    return agentId;
  },
};

const tables = ["users", "processes"];
/** About three quarters of the facts that an agent may have. */
const usualTags = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [`${at}${"🦊".repeat(200)}`, "🦊".repeat(200)]),
);
const over: Record<string, Record<string, unknown>> = {
  "POST /v1/investigations": {
    ...{ scope, mode: "auto", idempotency_key: undefined, follow_up_of: undefined },
  },
  "POST /v1/interpretations": { follow_up_of: undefined },
  // With a calendar the first run would be on another day.
  "POST /v1/curiosity": { scope, active: true, first_run_at: undefined, calendar: undefined },
  "PATCH /v1/curiosity/{id}": {
    scope,
    calendar: { on: "monday", at: "06:00", time_zone: "America/Argentina/ComodRivadavia" },
  },
  "POST /v1/tag-policies": { deny_tables: tables },
  "PATCH /v1/tag-policies/{id}": { deny_tables: tables },
  "PATCH /v1/webhooks/subscriptions/{id}": { rotate_secret: undefined },
  "POST /v1/agents/{id}/heartbeat": { tables, addresses: ["192.0.2.1"], tags: usualTags },
};

test.each([
  "POST /v1/investigations",
  "POST /v1/interpretations",
  "POST /v1/curiosity",
  "PATCH /v1/curiosity/{id}",
  "POST /v1/webhooks/subscriptions",
  "PATCH /v1/webhooks/subscriptions/{id}",
  "POST /v1/tag-policies",
  "PATCH /v1/tag-policies/{id}",
  "POST /v1/keys",
  "PATCH /v1/agents/{id}",
  "POST /v1/agents/{id}/heartbeat",
])(
  "finding 6: twenty of the largest requests %s stay within 20 MB",
  async (operation) => {
    const [method = "", path = ""] = operation.split(" ");
    const id = (await target[operation]?.()) ?? "";
    const grown = await growthOf(async () => {
      const body = largestBody(bodies.get(operation)!, schemas, over[operation]);
      const { status, body: answer } = await call(method, path.replace("{id}", id), body);
      expect({ status, answer }).toMatchObject({ status: expect.toSatisfy((code) => code < 300) });
      const run = answer?.investigation_id && `/v1/investigations/${answer.investigation_id}`;
      if (run) await until(async () => isOver((await call("GET", run)).body.status));
      const item = operation === "POST /v1/curiosity" && `/v1/curiosity/${answer.id}`;
      if (item) await until(async () => isOver((await call("GET", item)).body.last_status));
    });
    expect(grown.memory).toBeLessThan(budgetBytes);
    expect(grown.disk).toBeLessThan(budgetBytes);
  },
  60_000,
);

test("finding 6: a scope with more than 64 KiB, and maps with more than 64 tags, are refused", async () => {
  const ids = { agent_ids: Array.from({ length: 1_000 }, () => "a".repeat(255)) };
  const tags = Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`key${at}`, "value"]));
  const query = "SELECT 1";
  for (const [path, body, issue] of [
    ["/v1/investigations", { query, scope: { type: "selector", filter: ids } }, "scope"],
    ["/v1/curiosity", { query, interval: "1d", scope: { type: "selector", filter: ids } }, "scope"],
    [
      "/v1/investigations",
      { query, scope: { type: "selector", filter: { tags } } },
      "scope.filter.tags",
    ],
    ["/v1/tag-policies", { name: "p", match: tags }, "match"],
    [
      "/v1/webhooks/subscriptions",
      { url: "https://example.com", events: ["*"], filters: { tags } },
      "filters.tags",
    ],
  ] as const) {
    const { status, body: answer } = await call("POST", path, body);
    expect({ path, status, answer }).toMatchObject({
      status: 400,
      answer: { error: "validation_error", issues: [{ path: issue }] },
    });
  }
});
