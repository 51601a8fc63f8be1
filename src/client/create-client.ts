import type { Agent } from "../contract/agent.ts";
import type { InvestigationPage } from "../contract/investigation.ts";
import type { ReceiptPage } from "../contract/receipt.ts";
import type { TagPolicyPage } from "../contract/tag-policy.ts";
import { follow } from "./follow.ts";
import { type ApiRequest, send } from "./send.ts";
import type { AgentQuery, Call, Client, ClientOptions, ListQuery } from "./types.ts";

const investigations = "/v1/investigations";
const agents = "/v1/agents";
const policies = "/v1/tag-policies";
const path = (...parts: string[]) => parts.map(encodeURIComponent).join("/");

function queryString(query: Record<string, string | number | string[] | null | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one));
    }
  }
  return search.size ? `?${search}` : "";
}

/** A client of the service at `baseUrl`; it keeps no state of its own. */
export function createClient(options: ClientOptions): Client {
  const json = async <T>(request: ApiRequest): Promise<T> =>
    (await (await send(options, request)).json()) as T;
  const read = <T>(path: string, { signal }: Call = {}) => json<T>({ method: "GET", path, signal });
  const write = <T>(path: string, body: unknown, { signal }: Call = {}) =>
    json<T>({ method: "POST", path, body, signal });
  const client: Client = {
    trigger: (request, call) =>
      json({
        method: "POST",
        path: investigations,
        // Without a key of its own, a repeated request could start a second run.
        body: { ...request, idempotency_key: request.idempotency_key ?? options.newKey() },
        signal: call?.signal,
      }),
    get: (id, call) => read(`${investigations}/${path(id)}`, call),
    list: (query, call) => listInvestigations(read, query, call),
    cancel: (id, call) =>
      json({ method: "DELETE", path: `${investigations}/${path(id)}`, signal: call?.signal }),
    interpret: (query, call) => write("/v1/interpretations", { query }, call),
    follow: (id, call) =>
      follow({ options, id, get: () => client.get(id, call), signal: call?.signal }),
    receipts: (id, call) => listReceipts(read, id, call),
    verdict: ({ investigationId, findingId }, request, call) =>
      write(
        `${investigations}/${path(investigationId, "findings", findingId, "verdict")}`,
        request,
        call,
      ),
    detections: async (call) => (await read<{ detections: [] }>("/v1/detections", call)).detections,
    agents: (query, call) => listAgents(options, query, call),
    agent: (id, call) => read(`${agents}/${path(id)}`, call),
    updateAgent: (id, patch, call) =>
      json({ method: "PATCH", path: `${agents}/${path(id)}`, body: patch, signal: call?.signal }),
    removeAgent: async (id, call) => {
      await send(options, {
        method: "DELETE",
        path: `${agents}/${path(id)}`,
        signal: call?.signal,
      });
    },
    policies: (query, call) => listPolicies(read, query, call),
    policy: (id, call) => read(`${policies}/${path(id)}`, call),
    createPolicy: (request, call) => write(policies, request, call),
    updatePolicy: (id, patch, call) =>
      json({
        method: "PATCH",
        path: `${policies}/${path(id)}`,
        body: patch,
        signal: call?.signal,
      }),
    deletePolicy: async (id, call) => {
      await send(options, {
        method: "DELETE",
        path: `${policies}/${path(id)}`,
        signal: call?.signal,
      });
    },
    listKeys: async (call) => (await read<{ keys: [] }>("/v1/keys", call)).keys,
    createKey: (request, call) => write("/v1/keys", request, call),
    revokeKey: async (id, call) => {
      await send(options, { method: "DELETE", path: `/v1/keys/${path(id)}`, signal: call?.signal });
    },
    planKey: (call) => read("/v1/plan-key", call),
    readiness: (call) => read("/readyz", call),
  };
  return client;
}

async function* listInvestigations(
  read: <T>(path: string, call?: Call) => Promise<T>,
  query: ListQuery = {},
  call?: Call,
): AsyncGenerator<InvestigationPage> {
  let cursor: string | null = null;
  do {
    const page: InvestigationPage = await read(
      investigations + queryString({ ...query, cursor }),
      call,
    );
    yield page;
    cursor = page.next_cursor;
  } while (cursor !== null);
}

async function* listReceipts(
  read: <T>(path: string, call?: Call) => Promise<T>,
  id: string,
  call?: Call,
): AsyncGenerator<ReceiptPage> {
  let cursor: string | null = null;
  do {
    const page: ReceiptPage = await read(
      `${investigations}/${path(id)}/receipts${queryString({ cursor })}`,
      call,
    );
    yield page;
    cursor = page.next_cursor;
  } while (cursor !== null);
}

async function* listPolicies(
  read: <T>(path: string, call?: Call) => Promise<T>,
  query: { limit?: number } = {},
  call?: Call,
): AsyncGenerator<TagPolicyPage> {
  let cursor: string | null = null;
  do {
    const page: TagPolicyPage = await read(policies + queryString({ ...query, cursor }), call);
    yield page;
    cursor = page.next_cursor;
  } while (cursor !== null);
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
