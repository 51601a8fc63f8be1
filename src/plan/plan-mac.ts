import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** What stands in for an API key as the key of a plan's mac: all that the brain keeps of it. */
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
