import { AppError } from "../core/errors.ts";
import { pathOf } from "./api.ts";
import { parseSse } from "./parse-sse.ts";
import { send } from "./send.ts";
import type { ClientOptions, StreamEvent } from "./types.ts";

/** Where an investigation's stream is taken up. */
export interface StreamPlace {
  id: string;
  /** The last event that was seen. */
  lastEventId?: string;
  signal?: AbortSignal;
}

/**
 * The events of one connection; one that breaks just ends. Null where there is no stream, from a
 * service or through a proxy that has none.
 */
export async function streamInvestigation(
  options: ClientOptions,
  { id, lastEventId, signal }: StreamPlace,
): Promise<AsyncGenerator<StreamEvent> | null> {
  const headers: Record<string, string> = { accept: "text/event-stream" };
  if (lastEventId !== undefined) headers["last-event-id"] = lastEventId;
  const path = `/v1/investigations/${pathOf(id)}/stream`;
  const response = await send(options, { method: "GET", path, headers, signal }).catch(noStream);
  if (!response) return null;
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/event-stream")) return eventsOf(response, signal);
  await response.body?.cancel();
  return null;
}

/** Whether it is the stream or the investigation that isn't there, asking for the latter tells. */
function noStream(error: unknown): null {
  if (error instanceof AppError && [404, 405, 501].includes(error.status)) return null;
  throw error;
}

async function* eventsOf(response: Response, signal?: AbortSignal): AsyncGenerator<StreamEvent> {
  try {
    for await (const event of parseSse(response.body as AsyncIterable<Uint8Array>)) {
      const told = toStreamEvent(event.event, event.data, event.id);
      if (told) yield told;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    signal?.throwIfAborted();
  }
}

const types = new Set(["progress", "finding", "chain", "status"]);

/** Null for a kind of event that this client doesn't know: newer servers may tell more. */
function toStreamEvent(type: string, data: string, id: string | undefined): StreamEvent | null {
  return types.has(type) ? ({ type, data: JSON.parse(data), id } as StreamEvent) : null;
}
