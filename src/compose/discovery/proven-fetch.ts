import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { fetchOver, type Place } from "./fetch-over.ts";
import { proveConnection } from "./prove-connection.ts";
import type { Fetch } from "./types.ts";

export interface ServerIdentity {
  secretKey: Uint8Array;
  /** SHA-256 of the server's certificate, in Node's format; absent without TLS. */
  certificate: string | undefined;
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
  // The socket is TLS already where it has to be, so every request is plain HTTP to Node.
  return fetchOver({ request, agent });
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
