import type { Delivery } from "../contract/webhook.ts";
import { AppError } from "../core/errors.ts";
import { queryString } from "./api.ts";
import { parseSse } from "./parse-sse.ts";
import { send } from "./send.ts";
import type { Call, ClientOptions, StreamQuery } from "./types.ts";

/**
 * Complete deliveries as they change, from when this resolves until the connection ends or breaks;
 * null if the server or a proxy doesn't support streams.
 */
export async function streamDeliveries(
  options: ClientOptions,
  query: StreamQuery,
  call: Call = {},
): Promise<AsyncGenerator<Delivery> | null> {
  const path = `/v1/webhooks/deliveries/stream${queryString({ ...query })}`;
  const headers = { accept: "text/event-stream" };
  try {
    const response = await send(options, { method: "GET", path, headers, signal: call.signal });
    const type = response.headers.get("content-type") ?? "";
    if (type.startsWith("text/event-stream")) return deliveriesOf(response, call);
    await response.body?.cancel();
    return null;
  } catch (error) {
    if (error instanceof AppError && [404, 405, 501].includes(error.status)) return null;
    throw error;
  }
}

async function* deliveriesOf(response: Response, { signal }: Call): AsyncGenerator<Delivery> {
  try {
    for await (const { event, data } of parseSse(response.body as AsyncIterable<Uint8Array>)) {
      if (event === "delivery") yield JSON.parse(data) as Delivery;
    }
  } catch (error) {
    signal?.throwIfAborted();
    // A broken connection is an end; invalid JSON is an error.
    if (error instanceof SyntaxError) throw error;
  }
}
