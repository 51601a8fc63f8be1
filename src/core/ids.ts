import { randomBytes, randomUUID } from "node:crypto";

// Crockford's alphabet in lower case: no i, l, o, u.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** A clock that is corrected by less than this doesn't put ids out of order. */
const correctionMs = 1_000;

let lastMs = 0;
let lastRandom = 0n;

/**
 * A 26-character lower-case ULID: 48 bits of time, 80 of randomness. Within one
 * millisecond the random part counts up, so ids made by one process sort by creation. A clock
 * that was set back is followed: an id tells the time of what it names.
 */
function ulid(nowMs: number): string {
  if (nowMs > lastMs || nowMs < lastMs - correctionMs) {
    lastMs = nowMs;
    lastRandom = BigInt(`0x${randomBytes(10).toString("hex")}`) >> 1n;
  } else {
    lastRandom += 1n;
  }
  return encodeUlid(lastMs, lastRandom);
}

function encodeUlid(ms: number, random: bigint): string {
  let value = (BigInt(ms) << 80n) | random;
  let text = "";
  for (let place = 0; place < 26; place++) {
    text = alphabet[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return text;
}

export type IdPrefix =
  | "inv"
  | "cur"
  | "sub"
  | "dlv"
  | "fnd"
  | "chn"
  | "pln"
  | "pol"
  | "key"
  | "acc"
  | "vrd"
  | "req";

/** `prefix_<ulid>`. */
export function newId(prefix: IdPrefix, nowMs: number): string {
  return `${prefix}_${ulid(nowMs)}`;
}

/** No id that is made at `ms` or later is below this one, and every earlier one is. */
export function lowestId(prefix: IdPrefix, ms: number): string {
  return `${prefix}_${encodeUlid(ms, 0n)}`;
}

export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.startsWith(`${prefix}_`) && /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(prefix.length + 1))
  );
}

/** A UUID version 7 (RFC 9562): sorts by time. Its random part is that of a version 4, which Node makes fast. */
export function uuidV7(nowMs: number): string {
  const time = nowMs.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
