import { checkTimestamp, findSigningSecret } from "./signing/check-signature.ts";
import { isSecret } from "./signing/is-secret.ts";
import { type DeliveredEvent, parseEvent } from "./signing/parse-event.ts";
import { type Refusal, refuse } from "./signing/refusal.ts";
import { type ReceivedHeaders, signatureClaims } from "./signing/signature-headers.ts";

export type { DeliveredEvent } from "./signing/parse-event.ts";
export type { Refusal, RefusalReason } from "./signing/refusal.ts";
export type { ReceivedHeaders } from "./signing/signature-headers.ts";

/** A delivery as received. */
export interface ReceivedDelivery {
  /** The raw body, byte for byte, before any JSON parsing; a string is encoded as UTF-8. */
  body: string | Uint8Array;
  headers: ReceivedHeaders;
  /** One secret, or several, any of which may have signed: during a rotation the new and the old one. */
  secrets: string | readonly string[];
  /** The current time: `Date.now()`. */
  nowMs: number;
  /** How far the signing time may be from now; 300 by default. */
  toleranceSeconds?: number;
}

export type Verification = { ok: true; event: DeliveredEvent } | Refusal;

/** The tolerance in the API contract. */
export const defaultToleranceSeconds = 300;

/**
 * Verifies that a delivery comes from the service, unchanged and recent. Never throws, whatever
 * was received. Checks `X-Service-Signature` if present, else the three Standard Webhooks headers.
 */
export function verifyDelivery(delivery: ReceivedDelivery): Verification {
  const { body, headers, nowMs, toleranceSeconds = defaultToleranceSeconds } = delivery;
  const secrets = [delivery.secrets].flat();
  const invalid = checkInput(body, secrets);
  if (invalid) return invalid;
  const claim = signatureClaims(headers)[0]?.parsed;
  if (!claim) return refuse("header_missing", "The header X-Service-Signature is missing.");
  if (!claim.ok) return claim;
  // The signature first: an unsigned timestamp proves nothing.
  if (findSigningSecret(claim, body, secrets) < 0)
    return refuse("no_matching_signature", "No signature matches this body and the given secrets.");
  return checkTimestamp(claim.seconds, { nowMs, toleranceSeconds }) ?? readEvent(body);
}

/** Rejects empty secrets in particular: anyone could sign with one. */
function checkInput(body: unknown, secrets: readonly string[]): Refusal | undefined {
  if (typeof body !== "string" && !(body instanceof Uint8Array))
    return refuse("body_not_raw", "The body must be the raw bytes received, not parsed JSON.");
  if (
    secrets.length > 0 &&
    secrets.every((secret) => typeof secret === "string" && isSecret(secret))
  )
    return undefined;
  return refuse("secret_malformed", "A secret is whsec_ and base64 of 24 to 64 bytes.");
}

function readEvent(body: string | Uint8Array): Verification {
  const event = parseEvent(typeof body === "string" ? body : new TextDecoder().decode(body));
  return event ? { ok: true, event } : refuse("body_not_an_event", "The body is not an event.");
}
