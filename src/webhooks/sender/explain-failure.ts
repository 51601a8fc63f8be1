import { AttemptError } from "./attempt-error.ts";
import type { Target } from "./target.ts";

type Explain = (target: Target) => string;

const closed: Explain = () => "the connection was closed before a response arrived";
const unknownCa: Explain = () => "the certificate is not signed by a trusted authority";
const noRoute: Explain = ({ host }) => `there is no route to ${host}`;
const noAnswer: Explain = ({ host, port }) => `${host} does not respond on port ${port}`;
const noTls: Explain = ({ host, port }) => `${host} does not speak TLS on port ${port}`;
const notHttp: Explain = () => "the response is not HTTP";

const byCode: Record<string, Explain> = {
  ECONNREFUSED: ({ host, port }) => `${host} refuses connections on port ${port}`,
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  EADDRNOTAVAIL: noRoute,
  TimeoutError: noAnswer,
  ETIMEDOUT: noAnswer,
  CERT_HAS_EXPIRED: () => "the certificate has expired",
  CERT_NOT_YET_VALID: () => "the certificate is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) => `the certificate is not for ${host}`,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownCa,
  SELF_SIGNED_CERT_IN_CHAIN: unknownCa,
  UNABLE_TO_GET_ISSUER_CERT: unknownCa,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownCa,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownCa,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  UND_ERR_HEADERS_OVERFLOW: () => "the response headers are too long",
  HTTPParserError: notHttp,
  // undici's code for a content-length that contradicts the body or another header.
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: notHttp,
  // And for an invalid status.
  ERR_ASSERTION: notHttp,
};

/** Why an attempt failed, for the delivery log. */
export function explainFailure(error: Error, target: Target): string {
  if (error instanceof AttemptError) return error.message;
  // undici's message for a response without a request, and for an unrequested 100.
  if (error.message === "bad response") return notHttp(target);
  const code = String((error as NodeJS.ErrnoException).code ?? error.name);
  const explain = byCode[error.name] ?? byCode[code];
  if (explain) return explain(target);
  return code.startsWith("ERR_SSL_") ? `TLS failed (${code})` : `the request failed (${code})`;
}
