import type { Socket } from "node:net";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { serverNameOf } from "./target.ts";

/** Whom a connection believes: by authorities and names, or by one fingerprint. */
export type Trust = Pick<ConnectionOptions, "secureContext" | "rejectUnauthorized">;

/**
 * Makes a connection one of TLS to `host`. No session is resumed: in a resumed one no certificate
 * is shown, and so none checked.
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
