import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { proveConnection } from "./prove-connection.ts";
import type { Fetch } from "./types.ts";

export interface ServerIdentity {
  secretKey: Uint8Array;
  /** SHA-256 of the server's certificate, in Node's format; absent without TLS. */
  certificate: string | undefined;
}

/** Where an agent connects to; Node passes on the options of the request. */
interface Place {
  host: string;
  port: number;
  requestSignal?: AbortSignal;
}

/** For connection and proof; a server may be busy. */
const connectTimeoutMs = 10_000;

/**
 * A `fetch` for the server over a data folder on this machine. Every connection is checked before
 * a request is sent on it: the server proves that it knows the folder's `secret.key`, and with TLS
 * it presents the one certificate that it was started with, regardless of issuer and names.
 */
export function provenFetch(identity: ServerIdentity): Fetch {
  const agent = new Agent({ keepAlive: true });
  Object.assign(agent, {
    createConnection(place: Place, callback: (error: unknown, socket?: Socket) => void) {
      openProven(place, identity).then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(error),
      );
    },
  });
  return async (url, init = {}) => {
    init.signal?.throwIfAborted();
    try {
      return toResponse(await send(agent, url, init));
    } catch (cause) {
      init.signal?.throwIfAborted();
      throw new TypeError("fetch failed", { cause });
    }
  };
}

async function openProven(
  { host, port, requestSignal }: Place,
  { certificate, secretKey }: ServerIdentity,
): Promise<Socket> {
  const timeout = AbortSignal.timeout(connectTimeoutMs);
  const signal = requestSignal ? AbortSignal.any([timeout, requestSignal]) : timeout;
  // A resumed session presents no certificate, so none is resumed.
  const socket =
    certificate === undefined
      ? connect({ host, port })
      : connectTls({ host, port, rejectUnauthorized: false });
  try {
    await once(socket, certificate === undefined ? "connect" : "secureConnect", { signal });
    if (certificate !== undefined) checkCertificate(socket as TLSSocket, certificate);
    await proveConnection(socket, { secretKey, signal });
    return socket;
  } catch (error) {
    socket.on("error", () => {}).destroy();
    throw error;
  }
}

function checkCertificate(socket: TLSSocket, fingerprint256: string): void {
  if (socket.getPeerCertificate().fingerprint256 === fingerprint256) return;
  throw new Error("the server presents a different certificate than it was started with");
}

/** The socket is TLS already where it has to be, so every request is plain HTTP to Node. */
function send(agent: Agent, url: string, init: RequestInit): Promise<IncomingMessage> {
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
