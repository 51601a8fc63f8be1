import type { Agent } from "../contract/agent.ts";
import { maxPageSize } from "../contract/enums.ts";
import type { InvestigationPage } from "../contract/investigation.ts";
import { acceptanceClient } from "./acceptances.ts";
import { type Api, createApi, pathOf, queryString } from "./api.ts";
import { curiosityClient } from "./curiosity.ts";
import { fillAgent, fillInvestigation, fillInvestigationRow } from "./fill-missing.ts";
import { follow } from "./follow.ts";
import { withListFallback } from "./list-fallback.ts";
import { explainMissingOperations, notOffered } from "./optional-operations.ts";
import { send } from "./send.ts";
import { streamDeliveries } from "./stream-deliveries.ts";
import { streamInvestigation } from "./stream-investigation.ts";
import type { AgentQuery, Call, Client, ClientOptions, ListQuery } from "./types.ts";
import { webhookClient } from "./webhooks.ts";

const investigations = "/v1/investigations";
const agents = "/v1/agents";
const policies = "/v1/tag-policies";

/** A client of the server at `baseUrl`; its only state is which operations the server lacks. */
export function createClient(options: ClientOptions): Client {
  return withListFallback(explainMissingOperations(plainClient(options), options));
}

function plainClient(options: ClientOptions): Client {
  const api = createApi(options);
  const client: Client = {
    trigger: (request, call) =>
      api.post(
        investigations,
        // Without an idempotency key, a repeated request could start a second run.
        { ...request, idempotency_key: request.idempotency_key ?? options.newKey() },
        call,
      ),
    get: async (id, call) =>
      fillInvestigation(await api.get(`${investigations}/${pathOf(id)}`, call)),
    list: (query = {}, call) => listInvestigations(api, query, call),
    cancel: (id, call) => api.delete(`${investigations}/${pathOf(id)}`, call),
    interpret: (query, { followUpOf, ...call } = {}) =>
      api.post(
        "/v1/interpretations",
        { query, ...(followUpOf !== undefined && { follow_up_of: followUpOf }) },
        call,
      ),
    follow: (id, call) =>
      follow({ options, id, get: () => client.get(id, call), signal: call?.signal }),
    streamInvestigation: (id, call) => streamInvestigation(options, { id, signal: call?.signal }),
    rows: (id, call) =>
      api.pages(`${investigations}/${pathOf(id, "rows")}`, { limit: maxPageSize }, call),
    receipts: (id, call) => api.pages(`${investigations}/${pathOf(id, "receipts")}`, {}, call),
    verdict: ({ investigationId, findingId }, request, call) =>
      api.post(
        `${investigations}/${pathOf(investigationId, "findings", findingId, "verdict")}`,
        request,
        call,
      ),
    detections: async (call) =>
      (await api.get<{ detections: [] }>("/v1/detections", call)).detections,
    detection: (id, call) => api.get(`/v1/detections/${pathOf(id)}`, call),
    agents: (query, call) => listAgents(options, query, call),
    agent: async (id, call) => fillAgent(await api.get(`${agents}/${pathOf(id)}`, call)),
    updateAgent: (id, patch, call) => api.patch(`${agents}/${pathOf(id)}`, patch, call),
    approveAgent: (id, approval, call) =>
      api.post(`${agents}/${pathOf(id)}/approve`, approval, call),
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
    ...acceptanceClient(api),
    ...curiosityClient(api),
    ...webhookClient(api),
    streamDeliveries: (query = {}, call) => streamDeliveries(options, query, call),
  };
  return client;
}

async function* listInvestigations(
  api: Api,
  query: ListQuery,
  call?: Call,
): AsyncGenerator<InvestigationPage> {
  for await (const page of api.pages<InvestigationPage>(investigations, { ...query }, call)) {
    const rows = page?.investigations;
    // Unfiltered rows of a server that ignores the filter would mislead.
    if (query.curiosity_id && rows.some((row) => row.curiosity_id === undefined))
      throw notOffered("listing the runs of a scheduled question");
    yield { ...page, investigations: rows?.map?.(fillInvestigationRow) };
  }
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
    yield ((await response.json()) as Agent[]).map(fillAgent);
    cursor = response.headers.get("x-next-cursor");
  } while (cursor !== null);
}
