import { hash, timingSafeEqual } from "node:crypto";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const idLength = 12;
const secretLength = 32;
const keyPattern = new RegExp(`^iq_([0-9A-Za-z]{${idLength}})_[0-9A-Za-z]{${secretLength}}$`);

/** A new key, `iq_<id>_<secret>`, and its id. */
export function generateApiKey(random: (size: number) => Uint8Array): { id: string; key: string } {
  const id = randomBase62(idLength, random);
  return { id, key: `iq_${id}_${randomBase62(secretLength, random)}` };
}

function randomBase62(length: number, random: (size: number) => Uint8Array): string {
  let text = "";
  while (text.length < length) {
    for (const byte of random(length)) {
      // 248 is the highest multiple of 62 in a byte; higher values would favour some characters.
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}

/** The id inside a key, or null if the text is not formatted like a key. */
export function apiKeyId(key: string): string | null {
  return keyPattern.exec(key)?.[1] ?? null;
}

/** Whether `text` is formatted like the id of a key. */
export function isApiKeyId(text: string): boolean {
  return /^[0-9A-Za-z]{12}$/.test(text);
}

/** Hex SHA-256 of a key, the only form in which it is stored. With 190 random bits a fast hash is safe. */
export function hashApiKey(key: string): string {
  return hash("sha256", key);
}

/** Compares in constant time, so that timing reveals nothing about the key. */
export function matchesApiKey(key: string, sha256: string): boolean {
  return timingSafeEqual(hash("sha256", key, "buffer"), Buffer.from(sha256, "hex"));
}

/** The key in an Authorization header, or null. The scheme is case-insensitive (RFC 9110, 11.1). */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? "")?.[1] ?? null;
}
