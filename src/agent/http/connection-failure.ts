import { BrainUnavailable } from "../brain-port.ts";
import { ResponseTooLarge } from "./send-request.ts";

/** What stands between an agent and its brain, in a sentence that says what to look at. */
export function connectionFailure(
  error: unknown,
  { url, hasClientCertificate }: { url: URL; hasClientCertificate: boolean },
): BrainUnavailable {
  const code = codeOf(error);
  const told = messages[code] ?? certificateAlert(code) ?? connectionClosed(code, hasClientCertificate);
  const message = told?.(url) ?? fallback(error, url, code);
  return new BrainUnavailable("unreachable", message, { cause: error });
}

type Message = (url: URL) => string;

const unknownAuthority: Message = ({ host }) =>
  `The certificate of ${host} is signed by an authority that this machine doesn't trust; name that CA with ca_cert_path.`;
const noTls: Message = ({ host }) => `${host} does not speak TLS; check brain_url and its port.`;
const unresolved: Message = ({ hostname }) =>
  `The name ${hostname} can't be resolved; check brain_url and this machine's DNS.`;
const noRoute: Message = ({ host }) => `There is no way through the network to ${host}.`;
const timedOut: Message = ({ host }) => `${host} gave no answer in time.`;

const messages: Record<string, Message> = {
  CERT_HAS_EXPIRED: ({ host }) =>
    `The certificate of ${host} has expired; renew it there, or set this machine's clock.`,
  CERT_NOT_YET_VALID: ({ host }) =>
    `The certificate of ${host} is not valid yet; this machine's clock may be behind.`,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host, hostname }) =>
    `The certificate of ${host} is not for the name ${hostname}; check brain_url.`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  CERT_SIGNATURE_FAILURE: unknownAuthority,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  EPROTO: noTls,
  ECONNREFUSED: ({ host }) => `Nothing listens at ${host}.`,
  ENOTFOUND: unresolved,
  EAI_AGAIN: unresolved,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ENETDOWN: noRoute,
  ETIMEDOUT: timedOut,
  TimeoutError: timedOut,
};

/** How OpenSSL tells of an alert that the other side sent about our own certificate. */
function certificateAlert(code: string): Message | null {
  const alert = /^ERR_SSL_\w*ALERT_(\w*CERT\w*|UNKNOWN_CA|ACCESS_DENIED)$/.exec(code)?.[1];
  if (!alert) return null;
  const why = alert.toLowerCase().replaceAll("_", " ");
  return ({ host }) =>
    `${host} refuses this agent's client certificate (${why}); check client_cert_path.`;
}

/** A brain that doesn't like a client certificate may only say so by hanging up. */
function connectionClosed(code: string, hasClientCertificate: boolean): Message | null {
  if (code !== "ECONNRESET" && code !== "EPIPE") return null;
  return ({ host }) =>
    hasClientCertificate
      ? `${host} closed the connection; it may not accept the certificate of client_cert_path.`
      : `${host} closed the connection.`;
}

function fallback(error: unknown, { host }: URL, code: string): string {
  if (error instanceof ResponseTooLarge) return `${host} answers with ${error.message}.`;
  return `${host} can't be reached (${code || "unknown"}).`;
}

function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === "string") return code;
  return name === "TimeoutError" ? name : "";
}
