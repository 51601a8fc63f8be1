import type { Agent } from "../contract/agent.ts";
import { createApi, pathOf, queryString } from "./api.ts";
import { curiosityClient } from "./curiosity.ts";
import { follow } from "./follow.ts";
import { send } from "./send.ts";
import { streamDeliveries } from "./stream-deliveries.ts";
import { streamInvestigation } from "./stream-investigation.ts";
import type { AgentQuery, Call, Client, ClientOptions } from "./types.ts";
import { webhookClient } from "./webhooks.ts";

const investigations = "/v1/investigations";
const agents = "/v1/agents";
const policies = "/v1/tag-policies";

/** A client of the service at `baseUrl`; it keeps no state of its own. */
export function createClient(options: ClientOptions): Client {
  const api = createApi(options);
  const client: Client = {
    trigger: (request, call) =>
      api.post(
        investigations,
        // Without a key of its own, a repeated request could start a second run.
        { ...request, idempotency_key: request.idempotency_key ?? options.newKey() },
        call,
      ),
    get: (id, call) => api.get(`${investigations}/${pathOf(id)}`, call),
    list: (query = {}, call) => api.pages(investigations, { ...query }, call),
    cancel: (id, call) => api.delete(`${investigations}/${pathOf(id)}`, call),
    interpret: (query, call) => api.post("/v1/interpretations", { query }, call),
    follow: (id, call) =>
      follow({ options, id, get: () => client.get(id, call), signal: call?.signal }),
    streamInvestigation: (id, call) => streamInvestigation(options, { id, signal: call?.signal }),
    receipts: (id, call) => api.pages(`${investigations}/${pathOf(id, "receipts")}`, {}, call),
    verdict: ({ investigationId, findingId }, request, call) =>
      api.post(
        `${investigations}/${pathOf(investigationId, "findings", findingId, "verdict")}`,
        request,
        call,
      ),
    detections: async (call) =>
      (await api.get<{ detections: [] }>("/v1/detections", call)).detections,
    agents: (query, call) => listAgents(options, query, call),
    agent: (id, call) => api.get(`${agents}/${pathOf(id)}`, call),
    updateAgent: (id, patch, call) => api.patch(`${agents}/${pathOf(id)}`, patch, call),
    removeAgent: (id, call) => api.delete(`${agents}/${pathOf(id)}`, call),
    policies: (query = {}, call) => api.pages(policies, query, call),
    policy: (id, call) => api.get(`${policies}/${pathOf(id)}`, call),
    createPolicy: (request, call) => api.post(policies, request, call),
    updatePolicy: (id, patch, call) => api.patch(`${policies}/${pathOf(id)}`, patch, call),
    deletePolicy: (id, call) => api.delete(`${policies}/${pathOf(id)}`, call),
    listKeys: async (call) => (await api.get<{ keys: [] }>("/v1/keys", call)).keys,
    createKey: (request, call) => api.post("/v1/keys", request, call),
    revokeKey: (id, call) => api.delete(`/v1/keys/${pathOf(id)}`, call),
    planKey: (call) => api.get("/v1/plan-key", call),
    readiness: (call) => api.get("/readyz", call),
    ...curiosityClient(api),
    ...webhookClient(api),
    streamDeliveries: (query = {}, call) => streamDeliveries(options, query, call),
  };
  return client;
}

/** The listing is a bare array; the next page's cursor travels in a header. */
async function* listAgents(
  options: ClientOptions,
  { status, tags, limit }: AgentQuery = {},
  call?: Call,
): AsyncGenerator<Agent[]> {
  let cursor: string | null = null;
  do {
    const response: Response = await send(options, {
      method: "GET",
      path: agents + queryString({ status, tag: tags, limit, cursor }),
      signal: call?.signal,
    });
    yield (await response.json()) as Agent[];
    cursor = response.headers.get("x-next-cursor");
  } while (cursor !== null);
}
