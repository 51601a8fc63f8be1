import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";
import { withHosts } from "../helpers/simulated-hosts.ts";
import { longestBlock } from "./loop-probe.ts";
import { type Schema, worstBodies } from "./worst-bodies.ts";

/** No request may keep the server from answering others for longer. */
const limitMs = 200;
const mebibyte = 1 << 20;

const folder = serverFolder(undefined, afterAll);
const hosts = withHosts(undefined, afterAll);
let server: ServerProcess;
/** Paths of resources that exist: a body is read only for them. */
let existing: Record<string, string>;

beforeAll(async () => {
  server = await folder.start("--rate-limit", "0", ...hosts);
  existing = await createResources();
});

async function createResources(): Promise<Record<string, string>> {
  const { call } = server;
  const made = async (path: string, body: unknown) => (await call("POST", path, { body })).body.id;
  const item = { query: "which users have uid 0?", interval: "30d", active: false };
  const subscription = { url: "https://example.com/hook", events: ["*"], active: false };
  const match = { env: "prod" };
  return {
    "/v1/agents/{id}": "/v1/agents/web-1",
    "/v1/curiosity/{id}": `/v1/curiosity/${await made("/v1/curiosity", item)}`,
    "/v1/tag-policies/{id}": `/v1/tag-policies/${await made("/v1/tag-policies", { name: "p", match })}`,
    "/v1/webhooks/subscriptions/{id}": `/v1/webhooks/subscriptions/${await made("/v1/webhooks/subscriptions", subscription)}`,
  };
}

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Every operation with a body, and the path to send it to. */
async function operationsWithBodies() {
  const { body: document } = await server.call("GET", "/openapi.json");
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: existingPath(path),
      name: operation.operationId,
      schema: operation.requestBody?.content["application/json"]?.schema,
    })),
  );
  return { schemas: document.components.schemas, operations };
}

function existingPath(path: string): string {
  const known = Object.keys(existing).find((prefix) => path.startsWith(prefix));
  return known ? path.replace(known, existing[known]!) : path;
}

async function send(method: string, path: string, body: string | Uint8Array): Promise<number> {
  const headers = { authorization: `Bearer ${server.key}`, "content-type": "application/json" };
  const response = await fetch(server.url + path, { method, headers, body: body as string });
  await response.arrayBuffer();
  return response.status;
}

test.skipIf(process.platform !== "linux")(
  "finding 3: no body of 1 MiB stops the server for 200 ms, whatever it is sent to",
  async () => {
    const { schemas, operations } = await operationsWithBodies();
    const slow: string[] = [];
    let sent = 0;
    for (const { method, path, name, schema } of operations) {
      if (!schema) continue;
      for (const [what, body] of worstBodies(schema, schemas, mebibyte - 100)) {
        const statuses = new Set<number>();
        const attack = async () => statuses.add(await send(method, path, body));
        const blockedMs = await longestBlock(server, { limitMs, attack });
        sent += 1;
        if (blockedMs >= limitMs) slow.push(`${name} ${what}: ${blockedMs} ms`);
        if ([...statuses].some((status) => status >= 500)) slow.push(`${name} ${what}: a fault`);
      }
    }
    expect(sent).toBeGreaterThan(300);
    expect(slow).toEqual([]);
  },
  1_200_000, // some 700 bodies, each of a mebibyte
);
