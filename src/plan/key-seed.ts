import { randomBytes } from "node:crypto";
import { type SigningKey, seedBytes, signingKeyOf } from "./signing-key.ts";

/** A new key, with the seed that its owner keeps in a file of mode 0600. */
export function createSigningKey(): { seed: Buffer; key: SigningKey } {
  const seed = randomBytes(seedBytes);
  return { seed, key: signingKeyOf(seed) };
}

/** What a key file holds: the seed in base64 and a line end. */
export function formatSeed(seed: Uint8Array): string {
  return `${Buffer.from(seed).toString("base64")}\n`;
}

/** The key of a key file, or null when that is not what `text` is. */
export function parseSeed(text: string): SigningKey | null {
  const seed = Buffer.from(text.trim(), "base64");
  const exact = seed.length === seedBytes && seed.toString("base64") === text.trim();
  return exact ? signingKeyOf(seed) : null;
}
