import { createSecureContext, rootCertificates, type TLSSocket } from "node:tls";
import type { buildConnector } from "undici";
import { AttemptError } from "./attempt-error.ts";
import { connectTcp } from "./connect-tcp.ts";
import { connectTls, type Trust } from "./connect-tls.ts";
import type { LocalListeners } from "./local-listeners.ts";
import type { ResolveHost } from "./resolve-host.ts";
import { type Target, targetOf } from "./target.ts";
import { unlessAborted } from "./unless-aborted.ts";

export interface ConnectorOptions {
  resolveHost: ResolveHost;
  listeners: LocalListeners;
  /** PEM; trusted in addition to the built-in authorities. */
  ca?: string;
  /** For name lookup, connection and handshake together. */
  timeoutMs: number;
}

/** Opens connections for undici, to checked addresses only. */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const { ca } = options;
  const trust: Trust = {
    // Overrides NODE_TLS_REJECT_UNAUTHORIZED.
    rejectUnauthorized: true,
    ...(ca && { secureContext: createSecureContext({ ca: [...rootCertificates, ca] }) }),
  };
  return (target, callback) => {
    open(targetOf(target), trust, options).then(
      (socket) => callback(null, socket),
      (error) => callback(error, null),
    );
  };
}

async function open(
  target: Target,
  trust: Trust,
  { resolveHost, listeners, timeoutMs }: ConnectorOptions,
): Promise<TLSSocket> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { host, port } = target;
  if (listeners.isAdmitted(target)) {
    const socket = await connectTcp(["127.0.0.1"], port, signal);
    const secure = await connectTls(socket, { host, trust: { rejectUnauthorized: false }, signal });
    listeners.track(target, secure);
    return secure;
  }
  const resolution = await unlessAborted(resolveHost(host), signal);
  if (!resolution.ok) throw new AttemptError(resolution.reason);
  const socket = await connectTcp(resolution.addresses, port, signal);
  return connectTls(socket, { host, trust, signal });
}
