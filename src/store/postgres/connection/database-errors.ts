import { AppError } from "../../../core/errors.ts";

/** SQLSTATEs after which the same transaction may succeed: it lost a race with another one. */
const lostRace = new Set(["40001", "40P01", "23505"]);

export function isLostRace(error: unknown): boolean {
  return lostRace.has(codeOf(error));
}

/** Node's codes for a connection that can't be made or has broken. */
const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
]);

/**
 * SQLSTATEs of a server that stops, starts, recovers, has no connection, disk or memory left, or
 * doesn't let the user in.
 */
const unavailable = /^(08...|28...|3D000|57P0[1235]|53...|25006|57014)$/;

/** Node's and OpenSSL's codes for a certificate that is not accepted. */
const untrusted = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;

/** What `pg` throws without a code. */
const lostConnection =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|connection is closed/i;

/** Whether the database could not be reached or can't write now: not a bug, and it may pass. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return (
    connectionCodes.has(code) ||
    unavailable.test(code) ||
    untrusted.test(code) ||
    isUnreadableFile(error) ||
    (code === "" && error instanceof Error && lostConnection.test(error.message))
  );
}

const retryAfterSeconds = 5;

/** An error of the driver, as the callers of the store see it. Its message names no host and no user. */
export function toStoreError(error: unknown): unknown {
  if (!isUnavailable(error)) return error;
  return new AppError("database_unavailable", `The database can't be used: ${whyOf(error)}.`, {
    status: 503,
    hint: "Try again shortly. Check that the database runs and that the server can reach it.",
    retryAfterSeconds,
    cause: error,
  });
}

/** Why the database can't be used, in words. */
export function whyOf(error: unknown): string {
  const code = codeOf(error);
  if (isUnreadableFile(error)) return "a file that its URL names can't be read";
  if (untrusted.test(code)) return "its TLS certificate is not accepted";
  if (code.startsWith("28")) return "it refuses the user or the password";
  if (code === "3D000") return "there is no database of that name";
  if (code === "25006") return "it only reads (a standby, or read-only by its settings)";
  if (code === "53100") return "its disk is full";
  if (code === "53300") return "it has no connection left";
  if (code === "57P03") return "it is starting";
  if (code === "08P01")
    return "a connection pooler in front of it refuses the connection's settings";
  if (code === "57014") return "a statement took too long";
  if (code.startsWith("57P")) return "it is stopping";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "its host name can't be resolved";
  return "it can't be reached";
}

/** Such as that of `sslrootcert`. */
function isUnreadableFile(error: unknown): boolean {
  return (error as { syscall?: unknown } | null)?.syscall === "open";
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}
