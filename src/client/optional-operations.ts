import { AppError } from "../core/errors.ts";
import type { Client, ClientOptions } from "./types.ts";

/** The route of an operation beyond the contract, as in the OpenAPI document, and what it is for. */
type OptionalOperation = [route: string, what: string];

const policies: OptionalOperation = ["/v1/tag-policies", "tag policies"];
const policy: OptionalOperation = ["/v1/tag-policies/{id}", "tag policies"];
const acceptances: OptionalOperation = ["/v1/acceptances", "accepting findings"];
const acceptance: OptionalOperation = ["/v1/acceptances/{id}", "accepting findings"];
const agent = "/v1/agents/{id}";

/** Operations beyond the contract, which a server may lack. */
const optionalOperations: Partial<Record<keyof Client, OptionalOperation>> = {
  interpret: ["/v1/interpretations", "interpreting a question without running it"],
  rows: ["/v1/investigations/{id}/rows", "listing all rows of an answer"],
  receipts: ["/v1/investigations/{id}/receipts", "receipts of investigations"],
  verdict: ["/v1/investigations/{id}/findings/{id}/verdict", "verdicts on findings"],
  acceptances,
  createAcceptance: acceptances,
  acceptance,
  deleteAcceptance: acceptance,
  detections: ["/v1/detections", "listing detections"],
  detection: ["/v1/detections/{id}", "fetching a detection by id"],
  agent: [agent, "fetching an agent by id"],
  updateAgent: [agent, "changing agents"],
  approveAgent: ["/v1/agents/{id}/approve", "approving an agent's key"],
  removeAgent: [agent, "removing agents"],
  policies,
  createPolicy: policies,
  policy,
  updatePolicy: policy,
  deletePolicy: policy,
  listKeys: ["/v1/keys", "listing API keys"],
  createKey: ["/v1/keys", "creating API keys"],
  revokeKey: ["/v1/keys/{id}", "revoking API keys"],
  planKey: ["/v1/plan-key", "plan keys"],
  readiness: ["/readyz", "readiness checks"],
  curiosityItem: ["/v1/curiosity/{id}", "fetching a scheduled question by id"],
  runCuriosityItem: ["/v1/curiosity/{id}/runs", "running a scheduled question by hand"],
  subscriptions: ["/v1/webhooks/subscriptions", "listing subscriptions"],
  subscription: ["/v1/webhooks/subscriptions/{id}", "fetching a subscription by id"],
  checkWebhookUrl: ["/v1/webhooks/url-checks", "checking the URLs of receivers"],
  delivery: ["/v1/webhooks/deliveries/{id}", "fetching a delivery by id"],
};

/** GET operations on paths where the contract has other methods: the OpenAPI document lists the methods. */
const gets = new Set<keyof Client>(["subscriptions", "subscription"]);

type Operation = (...args: never[]) => unknown;

/**
 * Adds a specific error for operations that the server doesn't support: on a server with only
 * the contract, they return the same status as a missing resource.
 */
export function explainMissingOperations(client: Client, options: ClientOptions): Client {
  const lacking = new Set<string>();
  const guarded = Object.entries(optionalOperations).map(([name, addition]) => {
    const operation = client[name as keyof Client] as Operation;
    const method = gets.has(name as keyof Client) ? "get" : undefined;
    const explain = (error: unknown) =>
      explainNotFound(error, { addition, method, lacking, options });
    return [name, guard(operation, explain)];
  });
  return { ...client, ...Object.fromEntries(guarded) };
}

export function isNotOffered(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "not_offered";
}

function guard(operation: Operation, explain: (error: unknown) => Promise<unknown>): Operation {
  return (...args) => {
    const answer = operation(...args);
    if (isPages(answer)) return guardPages(answer, explain);
    return (answer as Promise<unknown>).catch(async (error) => {
      throw await explain(error);
    });
  };
}

async function* guardPages(pages: AsyncGenerator, explain: (error: unknown) => Promise<unknown>) {
  try {
    yield* pages;
  } catch (error) {
    throw await explain(error);
  }
}

function isPages(answer: unknown): answer is AsyncGenerator {
  return typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
}

interface Absence {
  addition: OptionalOperation;
  method: string | undefined;
  /** Routes known to be missing, so that the OpenAPI document is fetched once. */
  lacking: Set<string>;
  options: ClientOptions;
}

async function explainNotFound(
  error: unknown,
  { addition: [route, what], method, lacking, options }: Absence,
): Promise<unknown> {
  if (!(error instanceof AppError) || ![404, 405, 501].includes(error.status)) return error;
  const key = `${method} ${route}`;
  if (!lacking.has(key) && (await hasRoute(options, route, method))) return error;
  lacking.add(key);
  return notOffered(what, error);
}

export function notOffered(what: string, cause?: AppError): AppError {
  return new AppError("not_offered", `This server doesn't support ${what}.`, {
    hint: "It implements only part of inquest's API; see its documentation.",
    status: cause?.status,
    kind: "failed",
    cause,
  });
}

async function hasRoute(
  { fetch, baseUrl }: ClientOptions,
  route: string,
  method: string | undefined,
): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, "")}/openapi.json`, { method: "GET" });
    if (!response.ok) return false;
    const { paths } = (await response.json()) as { paths: Record<string, object> };
    const [, methods] =
      Object.entries(paths).find(([path]) => shapeOf(path) === shapeOf(route)) ?? [];
    return methods !== undefined && (method === undefined || method in methods);
  } catch {
    return false;
  }
}

/** A path without the names of its parameters. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, "{}");
}
