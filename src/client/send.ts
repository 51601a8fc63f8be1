import { backoffMs } from "../core/backoff.ts";
import { errorOfNetwork, errorOfResponse, wasUnsent } from "./errors.ts";
import type { ClientOptions, Wait } from "./types.ts";

export interface ApiRequest {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below the base address, with the query string. */
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** The contract's retry rules: 5 tries, from 1 s doubling to 60 s. */
const maxAttempts = 5;
const backoff = { baseMs: 1_000, capMs: 60_000 };

/**
 * Sends one request and repeats it where the contract says so: after 429 once Retry-After has
 * passed, after 500 or a failed connection with back-off, and in no other case.
 */
export async function send(options: ClientOptions, request: ApiRequest): Promise<Response> {
  for (let attempt = 1, failures = 0; ; attempt++) {
    const outcome = await attemptOnce(options, request);
    if (outcome.ok) return outcome.response;
    if (outcome.retry === "rate_limited") {
      await pause(options, request, {
        reason: outcome.retry,
        delayMs: (outcome.retryAfterSeconds ?? 1) * 1000,
        attempt,
      });
      continue;
    }
    failures++;
    if (outcome.retry === null || failures >= maxAttempts) throw outcome.error;
    const delayMs = backoffMs(failures - 1, { ...backoff, random: options.random });
    await pause(options, request, { reason: outcome.retry, delayMs, attempt });
  }
}

type Outcome =
  | { ok: true; response: Response }
  | { ok: false; error: Error; retry: Wait["reason"] | null; retryAfterSeconds?: number };

async function attemptOnce(options: ClientOptions, request: ApiRequest): Promise<Outcome> {
  let response: Response;
  try {
    response = await options.fetch(urlOf(options, request), initOf(options, request));
  } catch (error) {
    request.signal?.throwIfAborted();
    const retry = wasUnsent(error) ? "unreachable" : null;
    return { ok: false, error: errorOfNetwork(error, options.baseUrl), retry };
  }
  if (response.ok) return { ok: true, response };
  const error = await errorOfResponse(response);
  if (response.status === 429) {
    return { ok: false, error, retry: "rate_limited", retryAfterSeconds: error.retryAfterSeconds };
  }
  return { ok: false, error, retry: response.status === 500 ? "server_error" : null };
}

function urlOf({ baseUrl }: ClientOptions, { path }: ApiRequest): string {
  return baseUrl.replace(/\/+$/, "") + path;
}

function initOf({ apiKey }: ClientOptions, request: ApiRequest): RequestInit {
  const headers: Record<string, string> = {
    accept: "application/json",
    authorization: `Bearer ${apiKey}`,
    ...request.headers,
  };
  if (request.body === undefined) {
    return { method: request.method, headers, signal: request.signal };
  }
  headers["content-type"] = "application/json";
  const body = JSON.stringify(request.body);
  return { method: request.method, headers, body, signal: request.signal };
}

async function pause(options: ClientOptions, { signal }: ApiRequest, wait: Wait): Promise<void> {
  options.onWait?.(wait);
  await options.sleep(wait.delayMs, signal);
}
