import { createHmac } from "node:crypto";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * The API key that commands on this machine use with a server over the same data folder. It is
 * derived from `secret.key`: whoever can read that file (its owner) can use it, and nothing more
 * has to be stored.
 */
export function localApiKey(secretKey: Uint8Array): string {
  const digest = createHmac("sha512", secretKey).update("inquest local api key v1").digest();
  const characters = [...digest.subarray(0, 44)].map((byte) => base62[byte % 62]).join("");
  return `iq_${characters.slice(0, 12)}_${characters.slice(12)}`;
}

/** The id inside the key, which is the id of its record. */
export function localKeyId(key: string): string {
  return key.split("_")[1] ?? "";
}
