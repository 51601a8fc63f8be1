import { randomBytes, randomUUID } from "node:crypto";

// Crockford's alphabet in lower case: no i, l, o, u.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Ids stay in order when the clock is set back by less than this. */
const correctionMs = 1_000;

let lastMs = 0;
let lastRandom = 0n;

/**
 * A 26-character lower-case ULID: 48 bits of time, 80 of randomness. Within one millisecond the
 * random part counts up, so that ids of one process sort by creation. After the clock was set
 * back, ids follow it: an id contains the creation time.
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
  for (let digit = 0; digit < 26; digit++) {
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
  | "acp"
  | "vrd"
  | "req";

/** `prefix_<ulid>`. */
export function newId(prefix: IdPrefix, nowMs: number): string {
  return `${prefix}_${ulid(nowMs)}`;
}

/** The lower bound of ids created at `ms` or later; earlier ids are below it. */
export function lowestId(prefix: IdPrefix, ms: number): string {
  return `${prefix}_${encodeUlid(ms, 0n)}`;
}

export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.startsWith(`${prefix}_`) && /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(prefix.length + 1))
  );
}

/** A UUID version 7 (RFC 9562), which sorts by time. The random part is taken from `randomUUID`, which is fast. */
export function uuidV7(nowMs: number): string {
  return `${lowestUuidV7(nowMs)}-7${randomUUID().slice(15)}`;
}

/** A lower bound of version 7 UUIDs made at `ms` or later; earlier ones are below it. */
export function lowestUuidV7(ms: number): string {
  const time = ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}
