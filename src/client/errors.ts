import type { ErrorBody } from "../contract/error-body.ts";
import { AppError, type ErrorKind } from "../core/errors.ts";
import { ownValue } from "../core/own-value.ts";

/** Errors with status 400 that are not the caller's mistake. */
const failures = new Set(["subscription_url_unreachable"]);

/** The kind of failure that an HTTP status and an error code stand for. */
function kindOf(status: number, code: string | undefined): ErrorKind {
  if (failures.has(code ?? "")) return "failed";
  if (status === 400) return "usage";
  if (status === 401 || status === 403) return "not_authorised";
  if (status === 404) return "not_found";
  return "failed";
}

/** The next step, if the server doesn't give a hint. */
function hintOf(status: number, { error, missing_scope }: Partial<ErrorBody>): string | undefined {
  if (error === "subscription_url_unreachable")
    return "Change the URL with inquest webhooks update, or allow its address with the server's --webhook-allow.";
  if (status === 401)
    return "Pass a valid key with --api-key or INQUEST_API_KEY, or log in again (inquest login).";
  if (status === 403 && missing_scope) return `Use a key with the scope ${missing_scope}.`;
  if (status === 404) return "Check the id; ids of other accounts are not found either.";
  if (status === 409) return "Use a different idempotency key for a different question.";
  return undefined;
}

/** Messages for the contract's error codes, if the server sends none. */
const meanings: Record<string, string> = {
  missing_required_field: "A required field is missing.",
  validation_error: "The server rejected the request as invalid.",
  invalid_api_key: "The server rejected the API key.",
  insufficient_scope: "The API key lacks the required scope.",
  not_found: "There is no such resource in this account.",
  idempotency_conflict: "This idempotency key was used for another question.",
  subscription_url_unreachable: "The server can't deliver to the subscription's URL.",
};

async function readBody(response: Response): Promise<Partial<ErrorBody>> {
  try {
    const body: unknown = JSON.parse(await response.text());
    return body !== null && typeof body === "object" ? body : {};
  } catch {
    // Proxies return HTML pages; then only the status is known.
    return {};
  }
}

/** Whole seconds of a Retry-After header; it may also be a date (RFC 9110 §10.2.3). */
export function retryAfterSeconds(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1000));
}

/** The error for a 4xx or 5xx response. */
export async function errorOfResponse(response: Response): Promise<AppError> {
  const body = await readBody(response);
  const { status } = response;
  const issues = body.issues ?? [];
  const answered = `The server answered ${status} ${response.statusText}`.trim();
  const message = body.message ?? ownValue(meanings, body.error ?? "") ?? answered;
  return new AppError(body.error ?? "unexpected_response", withIssues(message, issues), {
    hint: body.hint ?? hintOf(status, body),
    status,
    kind: kindOf(status, body.error),
    issues: body.issues,
    missingScope: body.missing_scope,
    retryAfterSeconds: retryAfterSeconds(response.headers, Date.now()),
    requestId: body.request_id,
  });
}

function withIssues(message: string, issues: { path: string; message: string }[]): string {
  const details = issues
    .filter((issue) => issue.message !== message)
    .map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message));
  return details.length ? `${message.replace(/\.$/, "")} (${details.join("; ")}).` : message;
}

/** System errors that happen before a byte of the request was sent. */
const unsentCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function systemCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const inner = at instanceof AggregateError ? at.errors[0] : at;
    const code = (inner as NodeJS.ErrnoException).code;
    if (typeof code === "string") return code;
  }
  return undefined;
}

/** The message of the innermost cause: fetch itself only reports that it failed. */
function innermostMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? innermostMessage(error.cause) : error.message;
}

/** Whether a rejected fetch sent nothing, so that a retry is safe. */
export function wasUnsent(error: unknown): boolean {
  return unsentCodes.has(systemCode(error) ?? "");
}

/** OpenSSL's and Node's codes for an untrusted certificate or a wrong host name. */
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/;

/** The error of a request that got no response. */
export function errorOfNetwork(error: unknown, baseUrl: string): AppError {
  const code = systemCode(error);
  if (code !== undefined && certificateCode.test(code)) {
    return new AppError(
      "certificate_untrusted",
      `The certificate of ${baseUrl} is not trusted (${code}).`,
      {
        hint:
          code === "ERR_TLS_CERT_ALTNAME_INVALID"
            ? "Use the host name in the server's certificate."
            : "Pass the certificate of the authority that signed it with inquest login --ca-cert, or set NODE_EXTRA_CA_CERTS to it.",
        kind: "unreachable",
        cause: error,
      },
    );
  }
  const why = code ?? innermostMessage(error);
  return new AppError("server_unreachable", `The server at ${baseUrl} can't be reached (${why}).`, {
    kind: "unreachable",
    cause: error,
  });
}
