import type { X509Certificate } from "node:crypto";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect, isIP } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { certificatesIn, type TlsFiles } from "../config/read-tls-files.ts";
import { type BrainAddress, reasonOf, requestTimeoutMs } from "./request-brain.ts";
import { type Check, failed, ok, warning } from "./types.ts";

/** The host and port of a URL. */
export function endpointOf(url: string) {
  const { protocol, hostname, port } = new URL(url);
  // `URL` keeps the brackets of an IPv6 address; sockets need it without them.
  const host = hostname.replace(/^\[|\]$/g, "");
  return { host, port: Number(port) || (protocol === "https:" ? 443 : 80) };
}

/** Whether the brain's name resolves and its port accepts connections. */
export async function checkReach({ url }: BrainAddress): Promise<Check> {
  const { host, port } = endpointOf(url);
  let address: string;
  try {
    ({ address } = await lookup(host));
  } catch (error) {
    return failed(
      "reach",
      `${host} does not resolve (${reasonOf(error)}).`,
      "Check brain_url and this machine's DNS.",
    );
  }
  // Connects by name, so that both IPv6 and IPv4 are tried.
  const socket = connect({ host, port });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(requestTimeoutMs) });
  } catch (error) {
    return failed(
      "reach",
      `${host} port ${port} does not accept connections (${reasonOf(error)}).`,
      "Check that the server is running, and that a firewall allows outbound TCP to it.",
    );
  } finally {
    socket.destroy();
  }
  return ok("reach", `${host} resolves to ${address}, and port ${port} is open.`);
}

/** Days before expiry from which the check warns. */
const expiryWarningDays = 14;
const dayMs = 86_400_000;

/** Whether a certificate is valid now, and for how long. */
export function checkValidity(
  name: "tls" | "client_certificate",
  { subject, certificate, now }: { subject: string; certificate: X509Certificate; now: number },
): Check {
  const from = Date.parse(certificate.validFrom);
  const to = Date.parse(certificate.validTo);
  if (now > to) return failed(name, `${subject} expired on ${isoDay(to)}.`, "Renew it.");
  if (now < from)
    return failed(
      name,
      `${subject} is only valid from ${new Date(from).toISOString()}.`,
      "Check this machine's clock.",
    );
  const days = Math.floor((to - now) / dayMs);
  const left = `${subject} is valid for ${days} more day${days === 1 ? "" : "s"} (until ${isoDay(to)}).`;
  return days < expiryWarningDays ? warning(name, left, "Renew it before then.") : ok(name, left);
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Checks the validity of the agent's own certificate; only the server knows whether it accepts it. */
export function checkClientCertificate({ cert }: TlsFiles, now: number): Check {
  if (!cert)
    return ok(
      "client_certificate",
      "None is configured: the agent authenticates with the API key only.",
    );
  const [certificate] = certificatesIn(cert, "The client certificate");
  const subject = "The client certificate";
  return checkValidity("client_certificate", { subject, certificate: certificate!, now });
}

/** Whether the brain's certificate is trusted, matches its name, and for how long it is valid. */
export async function checkTls({ url, tls }: BrainAddress, now: number): Promise<Check> {
  if (url.startsWith("http:"))
    return ok("tls", "Not used: http to this machine does not leave it.");
  const { host, port } = endpointOf(url);
  const servername = isIP(host) ? "" : host;
  const socket = connectTls({ host, port, servername, ...tls, rejectUnauthorized: false });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(requestTimeoutMs) });
    return checkCertificate(socket, { host, now, hasCa: tls.ca !== undefined });
  } catch (error) {
    return failed(
      "tls",
      `TLS with ${host} port ${port} failed (${reasonOf(error)}).`,
      "Check that brain_url has the https port.",
    );
  } finally {
    socket.destroy();
  }
}

function checkCertificate(
  socket: TLSSocket,
  { host, now, hasCa }: { host: string; now: number; hasCa: boolean },
): Check {
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return failed("tls", `${host} presented no certificate.`, "Check brain_url.");
  const validity = checkValidity("tls", { subject: "The server's certificate", certificate, now });
  if (socket.authorized || validity.status === "failed") return validity;
  const reason = String(socket.authorizationError);
  const name = certificate.subject.replaceAll("\n", ", ");
  return failed(
    "tls",
    `The server's certificate (${name}) is not trusted (${reason}).`,
    reason === "ERR_TLS_CERT_ALTNAME_INVALID"
      ? "Use a host name in brain_url that the certificate covers."
      : hasCa
        ? "Set ca_cert_path to the certificate chain of the CA that signed it, up to its root."
        : "If your own CA signed it, set ca_cert_path to that CA's certificate.",
  );
}
