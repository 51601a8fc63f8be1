export const secretPrefix = "whsec_";

/** Of the key that a secret carries. */
const keyBytes = { least: 24, most: 64 } as const;

/** Groups of four characters, the last one of two or three with its padding or without. */
const standardBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Whether a text is a signing secret: `whsec_` and standard base64 of 24 to 64 bytes. */
export function isSecret(text: string): boolean {
  // 64 bytes are 88 characters: what is longer isn't looked at.
  if (!text.startsWith(secretPrefix) || text.length > secretPrefix.length + 88) return false;
  const encoded = text.slice(secretPrefix.length);
  if (!standardBase64.test(encoded)) return false;
  const { length } = keyOf(text);
  return length >= keyBytes.least && length <= keyBytes.most;
}

/** The key that a secret carries. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(secretPrefix.length), "base64");
}
