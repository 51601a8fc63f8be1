import type { AppError } from "../../core/errors.ts";
import { apiError } from "./errors.ts";

/** Limit of a request body, as sent and decompressed; a route's `bodyLimit` overrides it. */
export const maxBodyBytes = 1 << 20;

export const bodyTooLargeMessage = (limitBytes: number) =>
  `The body is larger than ${limitBytes / (1 << 20)} MiB.`;

export function payloadTooLarge(limitBytes: number): AppError {
  return apiError("payload_too_large", { message: bodyTooLargeMessage(limitBytes) });
}
