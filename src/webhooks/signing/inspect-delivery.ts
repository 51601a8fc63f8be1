import type { SignatureCheck, WebhookVerification } from "../../contract/webhook-verification.ts";
import { isoTime } from "../../core/clock.ts";
import { checkTimestamp, findSigningSecret } from "./check-signature.ts";
import { explainAltered, findBodyChange } from "./find-body-change.ts";
import { parseEvent } from "./parse-event.ts";
import type { SignatureClaim } from "./parse-signature.ts";
import {
  type Claim,
  type ReceivedHeaders,
  signatureClaims,
  valuesOf,
} from "./signature-headers.ts";

/** A captured delivery, with the secrets and the time to verify it against. */
export interface CapturedDelivery {
  body: Uint8Array;
  headers: ReceivedHeaders;
  /** Each is valid according to `isSecret`. */
  secrets: string[];
  nowMs: number;
  toleranceSeconds: number;
}

/** Checks every signature of a delivery and diagnoses the failed ones. */
export function inspectDelivery(delivery: CapturedDelivery): WebhookVerification {
  const claims = signatureClaims(delivery.headers);
  const secretAt = claims.map(({ parsed }) =>
    parsed.ok ? findSigningSecret(parsed, delivery.body, delivery.secrets) : -1,
  );
  const verifiedBy = claims.find((_, at) => secretAt[at]! >= 0)?.header;
  const checks = claims.map((claim, at) =>
    toSignatureCheck(claim, secretAt[at]!, { delivery, verifiedBy }),
  );
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
  /** The header with a valid signature, if any. */
  verifiedBy: Claim["header"] | undefined;
}

type Problem = Pick<SignatureCheck, "reason" | "message">;

function toSignatureCheck(
  { header, parsed }: Claim,
  secretAt: number,
  context: Context,
): SignatureCheck {
  if (!parsed.ok) {
    const unread = { signed_at: null, age_seconds: null, secret: null };
    return { header, ok: false, reason: "header_malformed", message: parsed.message, ...unread };
  }
  const problem = findProblem(parsed, secretAt, context);
  return {
    header,
    ok: problem.reason === null,
    ...problem,
    signed_at: isoTime(parsed.seconds * 1000),
    age_seconds: Math.floor(context.delivery.nowMs / 1000) - parsed.seconds,
    secret: secretAt < 0 ? null : secretAt + 1,
  };
}

function findProblem(claim: SignatureClaim, secretAt: number, context: Context): Problem {
  if (secretAt < 0) return explainMismatch(claim, context);
  const untimely = checkTimestamp(claim.seconds, context.delivery);
  if (!untimely) return { reason: null, message: null };
  return { reason: untimely.reason, message: `${untimely.message} The signature is valid.` };
}

/** Diagnoses a signature that does not match the body. */
function explainMismatch(claim: SignatureClaim, { delivery, verifiedBy }: Context): Problem {
  const { body, secrets, headers } = delivery;
  if (verifiedBy) {
    const message = `${verifiedBy} is valid, so body and secret are correct: the values of this header were changed.`;
    return { reason: "headers_changed", message };
  }
  const change = findBodyChange(body, (text) => findSigningSecret(claim, text, secrets) >= 0);
  if (change) return { reason: "body_changed", message: `${change} The secret is correct.` };
  const odd = explainOtherEvent(body, headers) ?? explainAltered(body);
  if (odd) {
    const message = `${odd} Whether the secret is correct can't be determined from it.`;
    return { reason: "body_changed", message };
  }
  const message =
    "It was signed with a different secret, or a value in the body was changed. The body looks as the service sends it, so a different secret is more likely.";
  return { reason: "no_matching_signature", message };
}

/** Detects headers and a body of two different deliveries. */
function explainOtherEvent(body: Uint8Array, headers: ReceivedHeaders): string | undefined {
  const id = parseEvent(Buffer.from(body).toString("utf8"))?.event_id;
  const ids = ["x-service-event-id", "webhook-id"].flatMap((name) => valuesOf(headers, name));
  if (id === undefined || ids.every((other) => other === id)) return undefined;
  return "Body and headers belong to different events.";
}
