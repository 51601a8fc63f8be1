import type { Socket } from "node:net";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { serverNameOf } from "./target.ts";

/** How certificates are verified: by certificate authority and name, or by fingerprint. */
export type Trust = Pick<ConnectionOptions, "secureContext" | "rejectUnauthorized">;

/**
 * Starts TLS to `host` on a connection. Sessions are not resumed: a resumed one presents no
 * certificate, so none would be checked.
 */
export function connectTls(
  socket: Socket,
  { host, trust, signal }: { host: string; trust: Trust; signal: AbortSignal },
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const servername = serverNameOf(host);
    const secure = connect({ socket, host, servername, ALPNProtocols: ["http/1.1"], ...trust });
    const fail = (error: unknown) => {
      signal.removeEventListener("abort", onAbort);
      secure.destroy();
      reject(error);
    };
    const onAbort = () => fail(signal.reason);
    signal.addEventListener("abort", onAbort);
    secure.on("error", fail).once("secureConnect", () => {
      signal.removeEventListener("abort", onAbort);
      secure.removeListener("error", fail);
      resolve(secure);
    });
  });
}
