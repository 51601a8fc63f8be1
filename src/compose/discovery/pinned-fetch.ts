import type { TLSSocket } from "node:tls";
import type { Fetch } from "./types.ts";

/**
 * A `fetch` that accepts one certificate only, regardless of its issuer and names. The
 * certificate is compared before any byte of a request is sent.
 */
export async function pinnedFetch(fingerprint256: string): Promise<Fetch> {
  const { Agent, buildConnector, fetch } = await import("undici");
  // A resumed session presents no certificate, so no session is cached.
  const connectTls = buildConnector({ rejectUnauthorized: false, maxCachedSessions: 0 });
  const connect: ReturnType<typeof buildConnector> = (options, callback) =>
    connectTls(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      const presented = (socket as TLSSocket).getPeerCertificate?.().fingerprint256;
      if (presented === fingerprint256) return callback(null, socket);
      socket.destroy();
      callback(
        new Error("the server presents a different certificate than it was started with"),
        null,
      );
    });
  const dispatcher = new Agent({ connect });
  return (url, init) =>
    fetch(url, { ...(init as object), dispatcher }) as unknown as Promise<Response>;
}
