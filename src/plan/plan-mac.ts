import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** The HMAC key of plans: the hash of the API key, since the brain stores nothing else of it. */
export function hashApiKey(apiKey: string): Buffer {
  return createHash("sha256").update(apiKey).digest();
}

export function planMac(bytes: Uint8Array, apiKeyHash: Uint8Array): Buffer {
  return createHmac("sha256", apiKeyHash).update(bytes).digest();
}

/** Compares in constant time. */
export function isPlanMac(mac: Uint8Array, bytes: Uint8Array, apiKeyHash: Uint8Array): boolean {
  const expected = planMac(bytes, apiKeyHash);
  return mac.length === expected.length && timingSafeEqual(mac, expected);
}
