import type { SignatureCheck, WebhookVerification } from "../../contract/webhook-verification.ts";
import { isoTime } from "../../core/clock.ts";
import { signingSecret, whyUntimely } from "./check-signature.ts";
import { findBodyChange, whyNotAsSent } from "./find-body-change.ts";
import { parseEvent } from "./parse-event.ts";
import type { SignatureClaim } from "./parse-signature.ts";
import {
  type Claim,
  type ReceivedHeaders,
  signatureClaims,
  valuesOf,
} from "./signature-headers.ts";

/** A delivery that somebody kept, and what to hold it to. */
export interface CapturedDelivery {
  body: Uint8Array;
  headers: ReceivedHeaders;
  /** Each of them `isSecret`. */
  secrets: string[];
  nowMs: number;
  toleranceSeconds: number;
}

/** Checks every way in which a delivery is signed, and finds out what is wrong with those that fail. */
export function inspectDelivery(delivery: CapturedDelivery): WebhookVerification {
  const claims = signatureClaims(delivery.headers);
  const secretAt = claims.map(({ parsed }) =>
    parsed.ok ? signingSecret(parsed, delivery.body, delivery.secrets) : -1,
  );
  const verifiedBy = claims.find((_, at) => secretAt[at]! >= 0)?.header;
  const checks = claims.map((claim, at) => checkOf(claim, secretAt[at]!, { delivery, verifiedBy }));
  const event = parseEvent(Buffer.from(delivery.body).toString("utf8"));
  return {
    ok: checks.length > 0 && checks.every(({ ok }) => ok),
    checks,
    event_id: event?.event_id ?? null,
    event_type: event?.event_type ?? null,
  };
}

interface Context {
  delivery: CapturedDelivery;
  /** The header of this delivery whose signature is right, if one is. */
  verifiedBy: Claim["header"] | undefined;
}

type Problem = Pick<SignatureCheck, "reason" | "message">;

function checkOf({ header, parsed }: Claim, secretAt: number, context: Context): SignatureCheck {
  if (!parsed.ok) {
    const unread = { signed_at: null, age_seconds: null, secret: null };
    return { header, ok: false, reason: "header_malformed", message: parsed.message, ...unread };
  }
  const problem = problemOf(parsed, secretAt, context);
  return {
    header,
    ok: problem.reason === null,
    ...problem,
    signed_at: isoTime(parsed.seconds * 1000),
    age_seconds: Math.floor(context.delivery.nowMs / 1000) - parsed.seconds,
    secret: secretAt < 0 ? null : secretAt + 1,
  };
}

function problemOf(claim: SignatureClaim, secretAt: number, context: Context): Problem {
  if (secretAt < 0) return whyUnsigned(claim, context);
  const untimely = whyUntimely(claim.seconds, context.delivery);
  if (!untimely) return { reason: null, message: null };
  return { reason: untimely.reason, message: `${untimely.message} The signature is right.` };
}

/** What can be told of a body that the signature is not of. */
function whyUnsigned(claim: SignatureClaim, { delivery, verifiedBy }: Context): Problem {
  const { body, secrets, headers } = delivery;
  if (verifiedBy) {
    const message = `${verifiedBy} is right, so body and secret are: this header's own values were changed.`;
    return { reason: "headers_changed", message };
  }
  const change = findBodyChange(body, (text) => signingSecret(claim, text, secrets) >= 0);
  if (change) return { reason: "body_changed", message: `${change} The secret is right.` };
  const odd = whyOfAnother(body, headers) ?? whyNotAsSent(body);
  if (odd) {
    const message = `${odd} Whether the secret is right can't be told from it.`;
    return { reason: "body_changed", message };
  }
  const message =
    "It was signed with another secret, or a value in the body was changed: the body looks as the service sends it, which speaks for another secret.";
  return { reason: "no_matching_signature", message };
}

/** Headers and body of two different deliveries. */
function whyOfAnother(body: Uint8Array, headers: ReceivedHeaders): string | undefined {
  const id = parseEvent(Buffer.from(body).toString("utf8"))?.event_id;
  const told = ["x-service-event-id", "webhook-id"].flatMap((name) => valuesOf(headers, name));
  if (id === undefined || told.every((other) => other === id)) return undefined;
  return "The body is of another event than the headers.";
}
