import { AppError } from "../core/errors.ts";
import type { Client, ClientOptions } from "./types.ts";

/** Where an operation that isn't of the contract is, as the service's own document has it, and what it gives. */
type OptionalOperation = [route: string, what: string];

const policies: OptionalOperation = ["/v1/tag-policies", "tag policies"];
const policy: OptionalOperation = ["/v1/tag-policies/{id}", "tag policies"];
const agent = "/v1/agents/{id}";

/** What a service may lack that has the contract alone. */
const optionalOperations: Partial<Record<keyof Client, OptionalOperation>> = {
  interpret: ["/v1/interpretations", "the reading of a question that isn't run"],
  receipts: ["/v1/investigations/{id}/receipts", "the receipts of an investigation"],
  verdict: ["/v1/investigations/{id}/findings/{id}/verdict", "verdicts on findings"],
  detections: ["/v1/detections", "a list of its detections"],
  agent: [agent, "one agent by its id"],
  updateAgent: [agent, "changes of agents"],
  removeAgent: [agent, "the removal of agents"],
  policies,
  createPolicy: policies,
  policy,
  updatePolicy: policy,
  deletePolicy: policy,
  listKeys: ["/v1/keys", "a list of its API keys"],
  createKey: ["/v1/keys", "new API keys"],
  revokeKey: ["/v1/keys/{id}", "the revocation of API keys"],
  planKey: ["/v1/plan-key", "its plan key"],
  readiness: ["/readyz", "word of its readiness"],
  curiosityItem: ["/v1/curiosity/{id}", "one standing question by its id"],
  subscriptions: ["/v1/webhooks/subscriptions", "a list of its subscriptions"],
  subscription: ["/v1/webhooks/subscriptions/{id}", "one subscription by its id"],
  delivery: ["/v1/webhooks/deliveries/{id}", "one delivery by its id"],
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
  return new AppError("not_offered", `This server doesn't offer ${what}.`, {
    hint: "It has less than inquest's own server; see its documentation.",
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
