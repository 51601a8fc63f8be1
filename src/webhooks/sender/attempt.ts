import type { AttemptOutcome, DeliveryRequest } from "../types.ts";
import type { Connection, Connections } from "./connections.ts";
import { type ExchangeOptions, type ExchangeResult, exchange } from "./exchange.ts";
import { explainFailure } from "./explain-failure.ts";
import { parseTarget } from "./target.ts";

type AttemptResponse = Omit<AttemptOutcome, "duration_ms">;

/** Makes one attempt. The timeout covers everything, including a second connection. */
export async function attempt(
  { url, headers, body }: DeliveryRequest,
  { connections, timeoutMs }: { connections: Connections; timeoutMs: number },
): Promise<AttemptResponse> {
  const target = parseTarget(url);
  if (!target.ok) return failed(target.reason);
  const startMs = performance.now();
  const { origin } = target.url;
  const timeoutMessage = `no answer within ${timeoutMs / 1_000} s`;
  const request = { url: target.url, headers, body, timeoutMs, timeoutMessage };

  const first = connections.take(origin);
  let result = await exchangeOn(first, connections, request);
  if (first.isReused && isClosed(result)) {
    const leftMs = timeoutMs - (performance.now() - startMs);
    const again = { ...request, timeoutMs: Math.max(1, leftMs) };
    result = await exchangeOn(connections.create(origin), connections, again);
  }
  if (!result.ok) return failed(explainFailure(result.error, target));
  return { response_code: result.status, response_body: result.body, error: null };
}

export const failed = (error: string): AttemptResponse => ({
  response_code: null,
  response_body: null,
  error,
});

async function exchangeOn(
  connection: Connection,
  connections: Connections,
  request: ExchangeOptions,
): Promise<ExchangeResult> {
  const result = await exchange(connection.client, request);
  if (result.ok && result.isComplete) connections.giveBack(request.url.origin, connection);
  else connections.discard(connection);
  return result;
}

/**
 * Whether the connection was closed before a response. Servers close idle connections at any time,
 * so a reused one is retried on a new connection. Receivers must expect a POST to arrive twice.
 */
function isClosed(result: ExchangeResult): boolean {
  if (result.ok) return false;
  const { code, message } = result.error as NodeJS.ErrnoException;
  if (code === "UND_ERR_SOCKET") return message !== "bad response";
  return code === "ECONNRESET" || code === "EPIPE";
}
