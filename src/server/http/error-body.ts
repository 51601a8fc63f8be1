import type { ErrorBody } from "../../contract/error-body.ts";
import { AppError } from "../../core/errors.ts";
import { payloadTooLarge } from "./body-limits.ts";
import { apiError } from "./errors.ts";
import { isSchemaFailure, schemaError } from "./schema-error.ts";

/** Maps errors of the HTTP framework to API errors; any other error is a bug and becomes a 500. */
const frameworkErrors: Record<string, (bodyLimit: number) => AppError> = {
  FST_ERR_CTP_INVALID_JSON_BODY: malformedJson,
  FST_ERR_CTP_EMPTY_JSON_BODY: malformedJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    apiError("validation_error", {
      issues: [{ path: "", message: "does not have the length in Content-Length" }],
    }),
  FST_ERR_CTP_BODY_TOO_LARGE: payloadTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => apiError("unsupported_media_type"),
  FST_ERR_BAD_URL: () => apiError("not_found"),
  FST_ERR_MAX_PARAM_LENGTH: () => apiError("not_found"),
};

function malformedJson(): AppError {
  return apiError("validation_error", { issues: [{ path: "", message: "must be valid JSON" }] });
}

/** Converts any thrown value to an API error; `internal_error` for unexpected ones. */
export function toApiError(error: unknown, bodyLimit: number): AppError {
  if (error instanceof AppError) return error;
  if (isSchemaFailure(error)) return schemaError(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return frameworkErrors[code]?.(bodyLimit) ?? apiError("internal_error", { cause: error });
}

/** The body of an error response. A 500 carries only the request id: no cause, path or stack. */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  return {
    error: error.code,
    message: error.message,
    ...(error.hint !== undefined && { hint: error.hint }),
    ...(error.status === 400 && error.issues && { issues: error.issues }),
    ...(error.missingScope !== undefined && { missing_scope: error.missingScope }),
    ...(error.status === 500 && { request_id: requestId }),
  };
}
