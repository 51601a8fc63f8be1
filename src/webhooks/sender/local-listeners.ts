import { X509Certificate } from "node:crypto";
import type { TLSSocket } from "node:tls";
import type { Clock } from "../../core/clock.ts";
import type { LocalListener } from "../types.ts";
import { AttemptError } from "./attempt-error.ts";
import type { Target } from "./target.ts";

/** The maximum delay of a timer; a longer one fires at once. */
const maxTimerMs = 2 ** 31 - 1;

interface Admitted {
  fingerprint: string;
  until: number;
  connections: Set<TLSSocket>;
  expiry: NodeJS.Timeout;
}

/** The receivers on this machine that connections are allowed to. */
export interface LocalListeners {
  admit(listener: LocalListener): void;
  isAdmitted(target: Target): boolean;
  /** Checks and tracks a connection to an admitted listener; it is closed when the admission expires. */
  track(target: Target, connection: TLSSocket): void;
  close(): void;
}

export function createLocalListeners(clock: Clock): LocalListeners {
  const admitted = new Map<number, Admitted>();
  const revoke = (port: number) => {
    const listener = admitted.get(port);
    if (!listener) return;
    admitted.delete(port);
    clearTimeout(listener.expiry);
    for (const connection of listener.connections) connection.destroy();
  };
  return {
    admit({ port, certificate, until }) {
      const fingerprint = new X509Certificate(certificate).fingerprint256;
      const before = admitted.get(port);
      const isSame = before?.fingerprint === fingerprint;
      if (isSame) clearTimeout(before.expiry);
      else revoke(port);
      const expiry = setTimeout(revoke, Math.min(until - clock.now(), maxTimerMs), port);
      const connections = isSame ? before.connections : new Set<TLSSocket>();
      admitted.set(port, { fingerprint, until, connections, expiry: expiry.unref() });
    },
    isAdmitted({ host, port }) {
      const isLocal = host === "127.0.0.1" || host === "localhost";
      return isLocal && (admitted.get(port)?.until ?? 0) > clock.now();
    },
    track({ port }, connection) {
      const listener = admitted.get(port);
      if (connection.getPeerCertificate().fingerprint256 !== listener?.fingerprint) {
        connection.destroy();
        throw new AttemptError(
          "the local listener presents a different certificate than it registered",
        );
      }
      listener.connections.add(connection);
      connection.once("close", () => listener.connections.delete(connection));
    },
    close() {
      for (const port of admitted.keys()) revoke(port);
    },
  };
}
