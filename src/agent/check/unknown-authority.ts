import type { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { isIP } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { endpointOf } from "./check-connection.ts";
import { requestTimeoutMs } from "./request-brain.ts";

/** The authority of a server's certificate, to be compared by a person before it is trusted. */
export interface OfferedAuthority {
  /** One line. */
  subject: string;
  /** SHA-256 of the certificate, hex with colons, as openssl prints it. */
  fingerprint: string;
  pem: string;
}

/**
 * The authority that a server presents if this machine doesn't trust it; null if it does, if the
 * server presents none, or if it can't be reached. Nothing but the handshake is sent.
 */
export async function findUnknownAuthority(url: string): Promise<OfferedAuthority | null> {
  if (!url.startsWith("https:")) return null;
  const { host, port } = endpointOf(url);
  const servername = isIP(host) ? "" : host;
  const socket = connect({ host, port, servername, rejectUnauthorized: false });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(requestTimeoutMs) });
    return socket.authorized ? null : authorityOf(socket);
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

/** The last certificate of the chain, if it is an authority: one that signed itself. */
function authorityOf(socket: TLSSocket): OfferedAuthority | null {
  let last: X509Certificate | undefined = socket.getPeerX509Certificate();
  while (last?.issuerCertificate) last = last.issuerCertificate;
  if (!last?.checkIssued(last)) return null;
  const subject = last.subject.replaceAll("\n", ", ");
  return { subject, fingerprint: last.fingerprint256, pem: last.toString() };
}
