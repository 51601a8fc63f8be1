import { timingSafeEqual } from "node:crypto";
import type { SignatureClaim } from "./parse-signature.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { RawBody } from "./signatures.ts";

/** Index of the first secret that made one of the signatures of this body; -1 when none did. */
export function signingSecret(
  { signatures, expected }: SignatureClaim,
  body: RawBody,
  secrets: readonly string[],
): number {
  return secrets.findIndex((secret) => {
    const right = Buffer.from(expected(secret, body));
    return signatures.some((signature) => isSame(Buffer.from(signature), right));
  });
}

/** In a time that tells nothing of where two signatures differ. */
function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether a time of signing is near enough to now; undefined if it is. */
export function whyUntimely(
  seconds: number,
  { nowMs, toleranceSeconds }: { nowMs: number; toleranceSeconds: number },
): Refusal<"timestamp_too_old" | "timestamp_in_future"> | undefined {
  const age = Math.floor(nowMs / 1000) - seconds;
  // Put this way round, NaN is never near enough.
  if (Math.abs(age) <= toleranceSeconds) return undefined;
  const beyond = `${Math.abs(age) - toleranceSeconds} s more than the ${toleranceSeconds} s allowed`;
  return age < 0
    ? refuse("timestamp_in_future", `It is dated ${-age} s ahead of this clock, ${beyond}.`)
    : refuse("timestamp_too_old", `It was signed ${age} s ago, ${beyond}.`);
}
