import { AppError } from "../core/errors.ts";
import { pathOf } from "./api.ts";
import { parseSse } from "./parse-sse.ts";
import { send } from "./send.ts";
import type { ClientOptions, StreamEvent } from "./types.ts";

/** Where to resume an investigation's stream. */
export interface StreamPlace {
  id: string;
  /** The id of the last received event. */
  lastEventId?: string;
  signal?: AbortSignal;
}

/**
 * The events of one connection; a broken connection is an end. Null if the server or a proxy
 * doesn't support streams.
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

/** If the investigation is missing, and not just its stream, fetching it reports that. */
function noStream(error: unknown): null {
  if (error instanceof AppError && [404, 405, 501].includes(error.status)) return null;
  throw error;
}

async function* eventsOf(response: Response, signal?: AbortSignal): AsyncGenerator<StreamEvent> {
  try {
    for await (const event of parseSse(response.body as AsyncIterable<Uint8Array>)) {
      const known = toStreamEvent(event.event, event.data, event.id);
      if (known) yield known;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    signal?.throwIfAborted();
  }
}

const types = new Set(["progress", "finding", "chain", "status"]);

/** Null for an unknown type of event: newer servers may send more. */
function toStreamEvent(type: string, data: string, id: string | undefined): StreamEvent | null {
  return types.has(type) ? ({ type, data: JSON.parse(data), id } as StreamEvent) : null;
}
