import type { Agent, IncomingMessage, request as Request } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Fetch } from "./types.ts";

/** Where an agent connects to; Node passes on the options of the request. */
export interface Place {
  host: string;
  port: number;
  requestSignal?: AbortSignal;
}

/** How requests are sent. */
interface Sending {
  /** Of `node:http` or `node:https`. */
  request: typeof Request;
  agent: Agent;
}

/** A `fetch` over the connections of `agent`. Follows no redirects. */
export function fetchOver(sending: Sending): Fetch {
  return async (url, init = {}) => {
    init.signal?.throwIfAborted();
    try {
      return toResponse(await send(sending, url, init));
    } catch (cause) {
      init.signal?.throwIfAborted();
      throw new TypeError("fetch failed", { cause });
    }
  };
}

function send(
  { request, agent }: Sending,
  url: string,
  init: RequestInit,
): Promise<IncomingMessage> {
  const { hostname, port, pathname, search, protocol } = new URL(url);
  const place: Place = {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (protocol === "https:" ? 443 : 80),
    ...(init.signal && { requestSignal: init.signal }),
  };
  const options = {
    ...place,
    agent,
    path: pathname + search,
    method: init.method ?? "GET",
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(init.signal && { signal: init.signal }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(options, resolve);
    // Clients send text only.
    sent.on("error", reject).end(init.body as string | undefined);
  });
}

function toResponse(message: IncomingMessage): Response {
  const status = message.statusCode ?? 0;
  const headers = Object.entries(message.headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  );
  const hasBody = status !== 204 && status !== 304;
  if (!hasBody) message.resume();
  const body = hasBody ? (Readable.toWeb(message) as ReadableStream) : null;
  return new Response(body as globalThis.ReadableStream | null, { status, headers });
}
