import type { FastifyRequest } from "fastify";
import type { KeyRecord } from "../../store/records.ts";
import { apiError } from "../http/errors.ts";
import { createRateLimit } from "../http/rate-limiter.ts";
import type { Access, App, Caller } from "../http/request-context.ts";
import { limitConnections } from "../limits/connection-limits.ts";
import { createAuthenticator } from "./authenticate.ts";
import { isOwnHost } from "./own-host.ts";
import type { AccessServices } from "./services.ts";

/** Requests without a valid key are limited per address, which many clients may share. */
const addressFactor = 10;

/**
 * Authenticates, rate-limits and authorises each request (401, 429, 403) before its body is read.
 * Requests without a valid key are counted per address, which limits the guessing of keys.
 */
export function addAuth(app: App, services: AccessServices): void {
  const { authenticate, stop } = createAuthenticator(services);
  const { rateLimitPerMinute: perMinute } = services;
  const keys = createRateLimit(services, { name: "key", perMinute });
  const addresses = createRateLimit(services, {
    name: "address",
    perMinute: addressFactor * perMinute,
  });
  // A fleet shares one key, so the check-in routes limit each agent instead.
  const countKey = (key: KeyRecord, access: Access) =>
    access === "agents:connect" && key.scopes.includes(access) ? null : keys.count(key.id);
  const connections = limitConnections(app.server);
  app.decorateRequest("caller", null);
  app.addHook("onClose", stop);
  app.addHook("onRequest", async (request) => {
    const access = accessOf(request);
    if (access === "public") return;
    if (needsNoKey(request, access)) return;
    const key = await authenticate(request.headers.authorization);
    const retryAfterSeconds = await (key ? countKey(key, access) : addresses.count(request.ip));
    if (retryAfterSeconds !== null) throw apiError("rate_limit_exceeded", { retryAfterSeconds });
    if (!key) throw apiError("invalid_api_key");
    connections.known(request.raw.socket);
    checkScope(key, access);
    request.caller = callerWith(key);
  });
}

/** Unknown paths of the API need a key too, so that nobody can probe for paths without one. */
function accessOf(request: FastifyRequest): Access {
  if (request.is404) return request.url.startsWith("/v1/") ? "any_key" : "public";
  return request.routeOptions.config.access ?? "any_key";
}

function callerWith({ id, account_id, secret_sha256 }: KeyRecord): Caller {
  return { accountId: account_id, keyId: id, apiKeyHash: Buffer.from(secret_sha256, "hex") };
}

/** Whether a request needs no key although its route may require one. */
function needsNoKey({ ip, headers }: FastifyRequest, access: Access): boolean {
  if (access === "own_host_or_key") return !isLoopback(ip) || isOwnHost(headers.host);
  return access === "loopback_or_key" && isLoopback(ip) && isOwnHost(headers.host);
}

function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(address);
}

function checkScope({ scopes }: KeyRecord, access: Access): void {
  // Only the names of scopes have a colon.
  if (!access.includes(":") || (scopes as string[]).includes(access)) return;
  throw apiError("insufficient_scope", { missingScope: access });
}
