import type { TLSSocket } from "node:tls";
import type { Fetch } from "./types.ts";

/**
 * `fetch` that talks to the holder of one certificate and nobody else, whoever signed it and
 * whatever name it bears. The certificate is compared before a byte of a request is sent.
 */
export async function pinnedFetch(fingerprint256: string): Promise<Fetch> {
  const { Agent, buildConnector, fetch } = await import("undici");
  // A resumed session shows no certificate, so none is kept.
  const connectTls = buildConnector({ rejectUnauthorized: false, maxCachedSessions: 0 });
  const connect: ReturnType<typeof buildConnector> = (options, callback) =>
    connectTls(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      const shown = (socket as TLSSocket).getPeerCertificate?.().fingerprint256;
      if (shown === fingerprint256) return callback(null, socket);
      socket.destroy();
      callback(new Error("the server shows another certificate than it was started with"), null);
    });
  const dispatcher = new Agent({ connect });
  return (url, init) =>
    fetch(url, { ...(init as object), dispatcher }) as unknown as Promise<Response>;
}
