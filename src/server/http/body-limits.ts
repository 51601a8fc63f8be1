import type { AppError } from "../../core/errors.ts";
import { apiError } from "./errors.ts";

/** Bytes of a body, as sent and inflated; a route with `bodyLimit` has its own. */
export const maxBodyBytes = 1 << 20;
/** Of what agents sign: results and snapshots. */
export const maxSignedBytes = 16 << 20;

export const tooLargeMessage = (limitBytes: number) =>
  `The body is larger than ${limitBytes / (1 << 20)} MiB.`;

export function payloadTooLarge(limitBytes: number): AppError {
  return apiError("payload_too_large", { message: tooLargeMessage(limitBytes) });
}
