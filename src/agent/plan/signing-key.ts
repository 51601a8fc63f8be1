import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";

/** An Ed25519 key that signs: the brain's for plans, an agent's for receipts. */
export interface SigningKey {
  keyId: string;
  /** 32 bytes. */
  publicKey: Buffer;
  /** A signature of 64 bytes. */
  sign(bytes: Uint8Array): Buffer;
}

export const seedBytes = 32;
export const publicKeyBytes = 32;
// What DER puts before the raw bytes of an Ed25519 key (RFC 8410).
const privatePrefix = Buffer.from("302e020100300506032b657004220420", "hex");
const publicPrefix = Buffer.from("302a300506032b6570032100", "hex");

/** The key that a seed of 32 random bytes stands for. */
export function signingKeyOf(seed: Uint8Array): SigningKey {
  if (seed.length !== seedBytes) throw new Error(`a key's seed has ${seedBytes} bytes`);
  const key = createPrivateKey({
    key: Buffer.concat([privatePrefix, seed]),
    format: "der",
    type: "pkcs8",
  });
  const publicKey = createPublicKey(key)
    .export({ format: "der", type: "spki" })
    .subarray(publicPrefix.length);
  return { keyId: keyIdOf(publicKey), publicKey, sign: (bytes) => sign(null, bytes, key) };
}

/** First 16 hex digits of the public key's SHA-256. */
export function keyIdOf(publicKey: Uint8Array): string {
  return createHash("sha256").update(publicKey).digest("hex").slice(0, 16);
}

/** How people compare keys, as ssh-keygen shows its own. */
export function fingerprintOf(publicKey: Uint8Array): string {
  const digest = createHash("sha256").update(publicKey).digest("base64");
  return `SHA256:${digest.replace(/=+$/, "")}`;
}

/** Checks a signature with node:crypto: for the side that checks many. */
export function verifySignature(
  bytes: Uint8Array,
  { signature, publicKey }: { signature: Uint8Array; publicKey: Uint8Array },
): boolean {
  if (publicKey.length !== publicKeyBytes) return false;
  const key = createPublicKey({
    key: Buffer.concat([publicPrefix, publicKey]),
    format: "der",
    type: "spki",
  });
  return verify(null, bytes, key, signature);
}
