import type { X509Certificate } from "node:crypto";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect, isIP } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { certificatesIn, type TlsFiles } from "../config/read-tls-files.ts";
import { type BrainAddress, requestTimeoutMs, reasonOf } from "./request-brain.ts";
import { type Check, failed, ok, warning } from "./types.ts";

/** Where an address leads. */
function endpointOf(url: string) {
  const { protocol, hostname, port } = new URL(url);
  // `URL` keeps the brackets of an IPv6 address, sockets want none.
  const host = hostname.replace(/^\[|\]$/g, "");
  return { host, port: Number(port) || (protocol === "https:" ? 443 : 80) };
}

/** Whether the brain's name resolves and something listens there. */
export async function checkReach({ url }: BrainAddress): Promise<Check> {
  const { host, port } = endpointOf(url);
  let address: string;
  try {
    ({ address } = await lookup(host));
  } catch (error) {
    return failed(
      "reach",
      `The name ${host} doesn't resolve (${reasonOf(error)}).`,
      "Check brain_url, and this machine's DNS.",
    );
  }
  // The name again, not its first address: a host with IPv6 and IPv4 is tried on both.
  const socket = connect({ host, port });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(requestTimeoutMs) });
  } catch (error) {
    return failed(
      "reach",
      `Nothing answers at ${host} port ${port} (${reasonOf(error)}).`,
      "Check that the server runs, and that outbound TCP to it is allowed.",
    );
  } finally {
    socket.destroy();
  }
  return ok("reach", `${host} is ${address}, and port ${port} is open.`);
}

/** Days from which on an expiry is worth a warning. */
const expiryWarningDays = 14;
const dayMs = 86_400_000;

/** How long a certificate still holds. */
export function checkValidity(
  name: "tls" | "client_certificate",
  { whose, certificate, now }: { whose: string; certificate: X509Certificate; now: number },
): Check {
  const from = Date.parse(certificate.validFrom);
  const to = Date.parse(certificate.validTo);
  if (now > to) return failed(name, `${whose} expired on ${isoDay(to)}.`, "Have a new one issued.");
  if (now < from)
    return failed(
      name,
      `${whose} is valid only from ${new Date(from).toISOString()} on.`,
      "Check this machine's clock.",
    );
  const days = Math.floor((to - now) / dayMs);
  const left = `${whose} is valid for ${days} more day${days === 1 ? "" : "s"} (until ${isoDay(to)}).`;
  return days < expiryWarningDays ? warning(name, left, "Have a new one issued in time.") : ok(name, left);
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The agent's own certificate, as far as it can be told from here. */
export function checkClientCertificate({ cert }: TlsFiles, now: number): Check {
  if (!cert)
    return ok("client_certificate", "None is configured: the API key alone says who it is.");
  const [certificate] = certificatesIn(cert, "The client certificate");
  const whose = "The client certificate";
  return checkValidity("client_certificate", { whose, certificate: certificate!, now });
}

/** Whether the brain's certificate is trusted, is for its name, and for how long. */
export async function checkTls({ url, tls }: BrainAddress, now: number): Promise<Check> {
  if (url.startsWith("http:"))
    return ok("tls", "Not used: http to this machine itself never leaves it.");
  const { host, port } = endpointOf(url);
  const servername = isIP(host) ? "" : host;
  const socket = connectTls({ host, port, servername, ...tls, rejectUnauthorized: false });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(requestTimeoutMs) });
    return checkCertificate(socket, { host, now, hasCa: tls.ca !== undefined });
  } catch (error) {
    return failed(
      "tls",
      `No TLS connection comes about with ${host} port ${port} (${reasonOf(error)}).`,
      "Check that brain_url names the port that speaks https.",
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
  if (!certificate) return failed("tls", `${host} shows no certificate.`, "Check brain_url.");
  const validity = checkValidity("tls", { whose: "The brain's certificate", certificate, now });
  if (socket.authorized || validity.status === "failed") return validity;
  const why = String(socket.authorizationError);
  const subject = certificate.subject.replaceAll("\n", ", ");
  return failed(
    "tls",
    `The brain's certificate (${subject}) is not trusted (${why}).`,
    why === "ERR_TLS_CERT_ALTNAME_INVALID"
      ? "Put a name into brain_url that the certificate is for."
      : hasCa
        ? "Name the certificate of the authority that signed it, up to its root, in ca_cert_path."
        : "If an authority of your own signed it, name its certificate in ca_cert_path.",
  );
}
