import { signingSecret, whyUntimely } from "./signing/check-signature.ts";
import { isSecret } from "./signing/is-secret.ts";
import { type DeliveredEvent, parseEvent } from "./signing/parse-event.ts";
import { type Refusal, refuse } from "./signing/refusal.ts";
import { type ReceivedHeaders, signatureClaims } from "./signing/signature-headers.ts";

export type { DeliveredEvent } from "./signing/parse-event.ts";
export type { Refusal, RefusalReason } from "./signing/refusal.ts";
export type { ReceivedHeaders } from "./signing/signature-headers.ts";

/** A delivery as a receiver got it. */
export interface ReceivedDelivery {
  /** Byte for byte as it came, before any parser of JSON; a string is taken for its UTF-8. */
  body: string | Uint8Array;
  headers: ReceivedHeaders;
  /** One secret, or several of which any may have signed: during a rotation the new and the old. */
  secrets: string | readonly string[];
  /** The receiver's clock: `Date.now()`. */
  nowMs: number;
  /** How far the time of signing may be from now; 300 unless told. */
  toleranceSeconds?: number;
}

export type Verification = { ok: true; event: DeliveredEvent } | Refusal;

/** The limit of the contract. */
export const defaultToleranceSeconds = 300;

/**
 * Whether a delivery comes from the service, unchanged and in time. Never throws, whatever was
 * received. `X-Service-Signature` is checked where there is one, else the three headers of
 * Standard Webhooks.
 */
export function verifyDelivery(delivery: ReceivedDelivery): Verification {
  const { body, headers, nowMs, toleranceSeconds = defaultToleranceSeconds } = delivery;
  const secrets = [delivery.secrets].flat();
  const wrong = whyUnusable(body, secrets);
  if (wrong) return wrong;
  const claim = signatureClaims(headers)[0]?.parsed;
  if (!claim) return refuse("header_missing", "There is no header X-Service-Signature.");
  if (!claim.ok) return claim;
  // The signature first: only what is signed can be said to be old.
  if (signingSecret(claim, body, secrets) < 0)
    return refuse("no_matching_signature", "No signature is of this body with a secret given.");
  return whyUntimely(claim.seconds, { nowMs, toleranceSeconds }) ?? readEvent(body);
}

/** An empty secret above all must not do: anybody could sign with it. */
function whyUnusable(body: unknown, secrets: readonly string[]): Refusal | undefined {
  if (typeof body !== "string" && !(body instanceof Uint8Array))
    return refuse("body_not_raw", "The body has to be the bytes that came, not what was parsed.");
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
