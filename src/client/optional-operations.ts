import { AppError } from "../core/errors.ts";
import type { Client, ClientOptions } from "./types.ts";

/** Where an operation that isn't of the contract is, as the service's own document has it, and what it gives. */
type OptionalOperation = [route: string, what: string];

const policies: OptionalOperation = ["/v1/tag-policies", "tag policies"];
const policy: OptionalOperation = ["/v1/tag-policies/{id}", "tag policies"];
const agent = "/v1/agents/{id}";

/** What a service may lack that has the contract alone. */
const optionalOperations: Partial<Record<keyof Client, OptionalOperation>> = {
  interpret: ["/v1/interpretations", "interpreting a question without running it"],
  receipts: ["/v1/investigations/{id}/receipts", "receipts of investigations"],
  verdict: ["/v1/investigations/{id}/findings/{id}/verdict", "verdicts on findings"],
  detections: ["/v1/detections", "listing detections"],
  agent: [agent, "fetching an agent by id"],
  updateAgent: [agent, "changing agents"],
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
  subscriptions: ["/v1/webhooks/subscriptions", "listing subscriptions"],
  subscription: ["/v1/webhooks/subscriptions/{id}", "fetching a subscription by id"],
  delivery: ["/v1/webhooks/deliveries/{id}", "fetching a delivery by id"],
};

/** Operations with a GET beside the contract's own methods on the same path, which its document tells apart. */
const gets = new Set<keyof Client>(["subscriptions", "subscription"]);

type Operation = (...args: never[]) => unknown;

/**
 * The client with an error of its own for what the service doesn't offer: to a service that has
 * the contract alone, an operation beyond it is as absent as a resource that isn't there.
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
  /** Routes that the service was seen to lack: it is asked for its document once. */
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

/** A path whatever its parameters are called. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, "{}");
}
