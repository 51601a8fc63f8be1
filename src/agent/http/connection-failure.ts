import { BrainUnavailable } from "../brain-port.ts";
import { ResponseTooLarge } from "./send-request.ts";

/** Turns a connection error into a message that names the cause and the setting to check. */
export function connectionFailure(
  error: unknown,
  { url, hasClientCertificate }: { url: URL; hasClientCertificate: boolean },
): BrainUnavailable {
  const code = codeOf(error);
  const message =
    messages[code] ?? certificateAlert(code) ?? connectionClosed(code, hasClientCertificate);
  const text = message?.(url) ?? fallback(error, url, code);
  return new BrainUnavailable("unreachable", text, { cause: error });
}

type Message = (url: URL) => string;

const unknownAuthority: Message = ({ host }) =>
  `The certificate of ${host} is signed by an authority that this machine does not trust; set ca_cert_path to that CA's certificate.`;
const noTls: Message = ({ host }) => `${host} does not speak TLS; check brain_url and its port.`;
const unresolved: Message = ({ hostname }) =>
  `${hostname} can't be resolved; check brain_url and this machine's DNS.`;
const noRoute: Message = ({ host }) => `There is no network route to ${host}.`;
const timedOut: Message = ({ host }) => `The request to ${host} timed out.`;

const messages: Record<string, Message> = {
  CERT_HAS_EXPIRED: ({ host }) =>
    `The certificate of ${host} has expired; renew it, or correct this machine's clock.`,
  CERT_NOT_YET_VALID: ({ host }) =>
    `The certificate of ${host} is not valid yet; this machine's clock may be slow.`,
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
  ECONNREFUSED: ({ host }) => `Connection refused: nothing listens on ${host}.`,
  ENOTFOUND: unresolved,
  EAI_AGAIN: unresolved,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ENETDOWN: noRoute,
  ETIMEDOUT: timedOut,
  TimeoutError: timedOut,
};

/** OpenSSL's error codes for TLS alerts about the client certificate. */
function certificateAlert(code: string): Message | null {
  const alert = /^ERR_SSL_\w*ALERT_(\w*CERT\w*|UNKNOWN_CA|ACCESS_DENIED)$/.exec(code)?.[1];
  if (!alert) return null;
  const reason = alert.toLowerCase().replaceAll("_", " ");
  return ({ host }) =>
    `${host} rejected this agent's client certificate (${reason}); check client_cert_path.`;
}

/** A server may reject a client certificate by closing the connection. */
function connectionClosed(code: string, hasClientCertificate: boolean): Message | null {
  if (code !== "ECONNRESET" && code !== "EPIPE") return null;
  return ({ host }) =>
    hasClientCertificate
      ? `${host} closed the connection; it may have rejected the certificate in client_cert_path.`
      : `${host} closed the connection.`;
}

function fallback(error: unknown, { host }: URL, code: string): string {
  if (error instanceof ResponseTooLarge) return `${host} sent a response of ${error.message}.`;
  return `${host} can't be reached (${code || "unknown"}).`;
}

function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === "string") return code;
  return name === "TimeoutError" ? name : "";
}
