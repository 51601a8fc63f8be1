export const secretPrefix = "whsec_";

/** Allowed size of the key in a secret. */
const keyBytes = { min: 24, max: 64 } as const;

/** Groups of four characters; the last group may have two or three, with or without padding. */
const standardBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Whether a text is a signing secret: `whsec_` and standard base64 of 24 to 64 bytes. */
export function isSecret(text: string): boolean {
  // 64 bytes are 88 characters; longer texts are rejected unread.
  if (!text.startsWith(secretPrefix) || text.length > secretPrefix.length + 88) return false;
  const encoded = text.slice(secretPrefix.length);
  if (!standardBase64.test(encoded)) return false;
  const { length } = keyOf(text);
  return length >= keyBytes.min && length <= keyBytes.max;
}

/** The key in a secret. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(secretPrefix.length), "base64");
}
