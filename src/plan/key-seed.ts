import { randomBytes } from "node:crypto";
import { type SigningKey, seedBytes, signingKeyOf } from "./signing-key.ts";

/** A new key, and the seed to store in a file of mode 0600. */
export function createSigningKey(): { seed: Buffer; key: SigningKey } {
  const seed = randomBytes(seedBytes);
  return { seed, key: signingKeyOf(seed) };
}

/** The content of a key file: the seed as base64 and a newline. */
export function formatSeed(seed: Uint8Array): string {
  return `${Buffer.from(seed).toString("base64")}\n`;
}

/** The key in the content of a key file; null if the content is invalid. */
export function parseSeed(text: string): SigningKey | null {
  const seed = Buffer.from(text.trim(), "base64");
  const exact = seed.length === seedBytes && seed.toString("base64") === text.trim();
  return exact ? signingKeyOf(seed) : null;
}
