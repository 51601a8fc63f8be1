import type { RouteOptions } from "fastify";
import { ErrorBody } from "../../contract/error-body.ts";
import type { Access, App } from "../http/request-context.ts";

const strictEmpty = { type: "object", properties: {}, additionalProperties: false };

const agentForbidden =
  "The API key lacks a scope, which `missing_scope` names, the server requires a client certificate from agents (`client_certificate_required`), the request is not from the agent that it names (`agent_not_verified`), or the account's agents have too many facts (`agent_quota_exceeded`).";

const descriptions: Record<number, string> = {
  400: "The request is not valid. `issues` lists each problem.",
  401: "The API key is missing, malformed, revoked or expired.",
  403: "The API key lacks the scope in `missing_scope`.",
  404: "There is no such resource in this account.",
  413: "The body is larger than 1 MiB.",
  415: "The body is not JSON.",
  429: "Too many requests. Retry after the seconds in `Retry-After`.",
  500: "Internal server error. Search the server log for `request_id`.",
};

/**
 * Completes the schema of every route: a query string without unknown parameters, the security
 * requirement, and the error responses.
 */
export function describeRoutes(app: App): void {
  app.addHook("onRoute", (route) => {
    const access = route.config?.access ?? "any_key";
    const schema = route.schema ?? {};
    route.schema = schema;
    schema.querystring ??= strictEmpty;
    schema.security = securityOf(access);
    const errors = errorStatuses(route, access).map((status) => [
      status,
      errorResponse(status, access),
    ]);
    schema.response = { ...Object.fromEntries(errors), ...(schema.response as object) };
  });
}

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === "public" || access === "own_host_or_key") return [];
  if (access === "loopback_or_key") return [{}, { ApiKey: [] }];
  return [{ ApiKey: access === "any_key" ? [] : [access] }];
}

function errorStatuses({ schema, url }: RouteOptions, access: Access): number[] {
  return [
    400,
    ...(securityOf(access).length === 0 ? [] : [401, 429]),
    ...(access.includes(":") ? [403] : []),
    ...(url.includes(":") ? [404] : []),
    ...(schema?.body ? [413, 415] : []),
    500,
  ];
}

function errorResponse(status: number, access: Access) {
  const isForAgents = status === 403 && access === "agents:connect";
  return { description: isForAgents ? agentForbidden : descriptions[status], ...ErrorBody };
}
