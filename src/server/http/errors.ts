import { AppError, type AppErrorOptions, type Issue } from "../../core/errors.ts";

/** Every error code of the API with its HTTP status and default message. */
export const apiErrors = {
  missing_required_field: { status: 400, message: "A required field is missing." },
  validation_error: { status: 400, message: "The request is not valid." },
  subscription_url_unreachable: {
    status: 400,
    message: "The service can't deliver to the subscription's URL.",
  },
  invalid_api_key: { status: 401, message: "The API key is missing, malformed or revoked." },
  insufficient_scope: { status: 403, message: "The API key lacks the required scope." },
  client_certificate_required: {
    status: 403,
    message: "Agents must present a client certificate signed by a CA that this server trusts.",
  },
  agent_not_verified: {
    status: 403,
    message: "The request is not signed with the key that this agent registered.",
  },
  agent_quota_exceeded: {
    status: 403,
    message:
      "The agents of this account have more facts than an account may store (64 MiB). Remove agents that no longer exist with `inquest agents remove`.",
  },
  not_found: { status: 404, message: "There is no such resource in this account." },
  idempotency_conflict: {
    status: 409,
    message: "This idempotency key was used with a different body in the last 24 hours.",
  },
  run_in_progress: { status: 409, message: "The question is already running." },
  agent_id_in_use: {
    status: 409,
    message: "Another agent with a different key is connected with this agent id.",
  },
  agent_request_repeated: {
    status: 409,
    message: "A request with this sequence number or a higher one was already received.",
  },
  payload_too_large: { status: 413, message: "The body is larger than 1 MiB." },
  unsupported_media_type: {
    status: 415,
    message: "Send the body as JSON, with `Content-Type: application/json`.",
  },
  rate_limit_exceeded: { status: 429, message: "Too many requests." },
  internal_error: {
    status: 500,
    message: "Internal server error. Search the server log for this request id.",
  },
  not_implemented: { status: 501, message: "This endpoint is reserved and not available yet." },
} as const;
export type ApiErrorCode = keyof typeof apiErrors;

export function apiError(
  code: ApiErrorCode,
  { message, ...options }: Omit<AppErrorOptions, "status"> & { message?: string } = {},
): AppError {
  const { status, message: defaultMessage } = apiErrors[code];
  return new AppError(code, message ?? defaultMessage, { ...options, status });
}

/** For absent resources, those of other accounts and malformed ids alike, so that callers cannot distinguish them. */
export function notFound(): AppError {
  return apiError("not_found");
}

export function invalid(...issues: Issue[]): AppError {
  return apiError("validation_error", { issues });
}
