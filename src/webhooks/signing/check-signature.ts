import { timingSafeEqual } from "node:crypto";
import type { SignatureClaim } from "./parse-signature.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { RawBody } from "./signatures.ts";

/** The index of the first secret that matches one of the signatures of this body; -1 for none. */
export function findSigningSecret(
  { signatures, expected }: SignatureClaim,
  body: RawBody,
  secrets: readonly string[],
): number {
  return secrets.findIndex((secret) => {
    const right = Buffer.from(expected(secret, body));
    return signatures.some((signature) => isSame(Buffer.from(signature), right));
  });
}

/** Compares in constant time, which reveals nothing about where signatures differ. */
function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A refusal if the signing time is too far from now, else undefined. */
export function checkTimestamp(
  seconds: number,
  { nowMs, toleranceSeconds }: { nowMs: number; toleranceSeconds: number },
): Refusal<"timestamp_too_old" | "timestamp_in_future"> | undefined {
  const age = Math.floor(nowMs / 1000) - seconds;
  // Written so that NaN is out of range.
  if (Math.abs(age) <= toleranceSeconds) return undefined;
  const beyond = `${Math.abs(age) - toleranceSeconds} s more than the ${toleranceSeconds} s allowed`;
  return age < 0
    ? refuse("timestamp_in_future", `The timestamp is ${-age} s ahead of this clock, ${beyond}.`)
    : refuse("timestamp_too_old", `It was signed ${age} s ago, ${beyond}.`);
}
