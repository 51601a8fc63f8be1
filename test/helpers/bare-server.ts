import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** A service with the contract's own endpoints and fields alone, and every request it got. */
export interface BareServer {
  url: string;
  key: string;
  requests: { method: string; path: string; body: unknown }[];
  /** Resolves at the next request. */
  asked(): Promise<unknown>;
  /** Adds a delivery to its list. */
  deliver(over?: Record<string, unknown>): void;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a client sends
type Body = any;
type Handler = (body: Body, params: string[]) => [status: number, body?: unknown];

const key = "bare-key";

/** Running until the test ends. */
export async function startBareServer(): Promise<BareServer> {
  const requests: BareServer["requests"] = [];
  const deliveries: Record<string, unknown>[] = [];
  const deliver = (over = {}) => deliveries.push(deliveryOf(deliveries.length + 1, over));
  const routes = Object.entries({
    ...investigationRoutes(),
    ...curiosityRoutes(),
    ...webhookRoutes(deliveries, deliver),
    "GET /v1/agents": (): [number, unknown] => [200, [{ agent_id: "web-1", status: "Connected" }]],
  });
  const server = createServer(async (request, response) => {
    const body = request.method === "GET" ? undefined : await bodyOf(request);
    const path = request.url!.split("?")[0]!;
    requests.push({ method: request.method!, path: request.url!, body });
    if (request.headers.authorization !== `Bearer ${key}`)
      return send(response, 401, { error: "invalid_api_key" });
    for (const [route, handle] of routes) {
      const pattern = new RegExp(`^${route.replaceAll("{}", "([^/]+)")}$`);
      const match = pattern.exec(`${request.method} ${path}`);
      if (match) return send(response, ...(handle as Handler)(body, match.slice(1)));
    }
    send(response, 404, { error: "not_found" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const asked = () => once(server, "request");
  return { url: `http://127.0.0.1:${port}`, key, requests, asked, deliver };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  return json(request).catch(() => undefined);
}

function send(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body === undefined ? "" : JSON.stringify(body));
}

const notFound: [number, unknown] = [404, { error: "not_found" }];

/** Each look at an investigation finds it one step further. */
function investigationRoutes(): Record<string, Handler> {
  const steps = [
    { status: "queued", summary: null },
    { status: "running", progress: {}, summary: null },
    { status: "completed", progress: {}, summary: { narrative: "Two can.", severity: "high" } },
  ];
  const started_at = "2026-01-31T08:00:00.000Z";
  const recommended_scope = { type: "selector", filter: { tags: { env: "prod" } } };
  const looks = new Map<string, number>();
  const whole = (id: string, step: number) => ({
    investigation_id: id,
    started_at,
    ...steps[step],
  });
  return {
    "POST /v1/investigations": ({ mode = "auto" }) => {
      const investigation_id = `inv_${looks.size + 1}`;
      looks.set(investigation_id, 0);
      const recommendation = { should_rerun_live: mode === "cached", recommended_scope };
      const freshness = mode === "live" ? {} : { freshness: { recommendation } };
      return [202, { investigation_id, estimated_completion_seconds: 1, links: {}, ...freshness }];
    },
    "GET /v1/investigations": () => {
      const investigations = [...looks].map(([id, step]) => whole(id, step));
      return [200, { investigations, next_cursor: null }];
    },
    "GET /v1/investigations/{}": (_, [id = ""]) => {
      const step = looks.get(id);
      if (step === undefined) return notFound;
      looks.set(id, Math.min(step + 1, 2));
      return [200, whole(id, step)];
    },
    "DELETE /v1/investigations/{}": (_, [id = ""]) =>
      looks.has(id) ? [200, { ok: true, status: "cancelled" }] : notFound,
  };
}

function curiosityRoutes(): Record<string, Handler> {
  const items = new Map<string, object>();
  const next_run_at = "2099-01-31T08:00:00.000Z";
  return {
    "GET /v1/curiosity": () => [200, { items: [...items.values()], next_cursor: null }],
    "POST /v1/curiosity": (body) => {
      const id = `cur_${items.size + 1}`;
      items.set(id, { id, ...body, next_run_at });
      return [201, { id, next_run_at }];
    },
    "PATCH /v1/curiosity/{}": (body, [id = ""]) => {
      if (!items.has(id)) return notFound;
      items.set(id, {
        ...items.get(id),
        ...body,
        ...(body.active === false && { next_run_at: null }),
      });
      return [200, {}];
    },
    "DELETE /v1/curiosity/{}": (_, [id = ""]) => (items.delete(id) ? [204] : notFound),
  };
}

/** Answers whose bodies the contract leaves open are empty. */
function webhookRoutes(
  deliveries: Record<string, unknown>[],
  deliver: (over?: Record<string, unknown>) => void,
): Record<string, Handler> {
  const ids = new Set<string>();
  const times = { created_at: "2026-01-31T08:00:00.000Z", updated_at: "2026-01-31T08:00:00.000Z" };
  return {
    "POST /v1/webhooks/subscriptions": (body) => {
      const id = `sub_${ids.size + 1}`;
      ids.add(id);
      const secret = body.secret ?? `whsec_${Buffer.alloc(24, 1).toString("base64")}`;
      return [201, { id, ...body, active: true, ...times, secret }];
    },
    "PATCH /v1/webhooks/subscriptions/{}": (_, [id = ""]) => (ids.has(id) ? [200, {}] : notFound),
    "DELETE /v1/webhooks/subscriptions/{}": (_, [id = ""]) => (ids.delete(id) ? [204] : notFound),
    "POST /v1/webhooks/subscriptions/{}/test": (_, [subscription_id = ""]) => {
      if (!ids.has(subscription_id)) return notFound;
      deliver({ subscription_id });
      return [202];
    },
    "GET /v1/webhooks/deliveries": () => [200, { deliveries }],
    "POST /v1/webhooks/deliveries/{}/replay": (_, [id]) => {
      const replayed = deliveries.find(({ delivery_id }) => delivery_id === id);
      if (!replayed) return notFound;
      deliver({ subscription_id: replayed.subscription_id });
      return [202, { delivery_id: `dlv_${deliveries.length}` }];
    },
  };
}

function deliveryOf(number: number, over: Record<string, unknown>) {
  return {
    delivery_id: `dlv_${number}`,
    event_id: "3f0e9a52-0000-7000-8000-000000000001",
    subscription_id: "sub_1",
    status: "delivered",
    attempt_count: 1,
    last_response_code: 200,
    last_response_body: "",
    next_attempt_at: null,
    ...over,
  };
}
