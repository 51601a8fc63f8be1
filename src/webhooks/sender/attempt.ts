import type { AttemptOutcome, DeliveryRequest } from "../types.ts";
import type { Connection, Connections } from "./connections.ts";
import { type Exchanged, type ExchangeOptions, exchange } from "./exchange.ts";
import { explainFailure } from "./explain-failure.ts";
import { parseTarget } from "./target.ts";

type Answer = Omit<AttemptOutcome, "duration_ms">;

/** One attempt, within one time for everything it takes. */
export async function attempt(
  { url, headers, body }: DeliveryRequest,
  { connections, timeoutMs }: { connections: Connections; timeoutMs: number },
): Promise<Answer> {
  const target = parseTarget(url);
  if (!target.ok) return failed(target.reason);
  const startMs = performance.now();
  const { origin } = target.url;
  const timeoutMessage = `no answer within ${timeoutMs / 1_000} s`;
  const request = { url: target.url, headers, body, timeoutMs, timeoutMessage };

  const first = connections.take(origin);
  let exchanged = await exchangeOn(first, connections, request);
  if (first.isReused && isClosed(exchanged)) {
    const leftMs = timeoutMs - (performance.now() - startMs);
    const again = { ...request, timeoutMs: Math.max(1, leftMs) };
    exchanged = await exchangeOn(connections.make(origin), connections, again);
  }
  if (!exchanged.ok) return failed(explainFailure(exchanged.error, target));
  return { response_code: exchanged.status, response_body: exchanged.body, error: null };
}

export const failed = (error: string): Answer => ({
  response_code: null,
  response_body: null,
  error,
});

async function exchangeOn(
  connection: Connection,
  connections: Connections,
  request: ExchangeOptions,
): Promise<Exchanged> {
  const exchanged = await exchange(connection.client, request);
  if (exchanged.ok && exchanged.isWhole) connections.keep(request.url.origin, connection);
  else connections.end(connection);
  return exchanged;
}

/**
 * Whether the connection was closed before an answer. Of a kept one that says nothing about the
 * receiver: servers close them at any moment. A new one may do, and a POST that comes twice is
 * what receivers are told to expect.
 */
function isClosed(exchanged: Exchanged): boolean {
  if (exchanged.ok) return false;
  const { code, message } = exchanged.error as NodeJS.ErrnoException;
  if (code === "UND_ERR_SOCKET") return message !== "bad response";
  return code === "ECONNRESET" || code === "EPIPE";
}
