import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";

/** An Ed25519 signing key: the brain's for plans, an agent's for receipts. */
export interface SigningKey {
  keyId: string;
  /** 32 bytes. */
  publicKey: Buffer;
  /** A signature of 64 bytes. */
  sign(bytes: Uint8Array): Buffer;
}

export const seedBytes = 32;
export const publicKeyBytes = 32;
// Public keys are imported and exported as JWK (RFC 8037): with DER, OpenSSL takes ten times as long.
const curve = { kty: "OKP", crv: "Ed25519" } as const;
/** What comes before the seed in a private key (RFC 8410, section 7); a JWK needs the public key, too. */
const pkcs8Start = Buffer.from("302e020100300506032b657004220420", "hex");
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** The key derived from a seed of 32 random bytes. */
export function signingKeyOf(seed: Uint8Array): SigningKey {
  if (seed.length !== seedBytes) throw new Error(`a key's seed has ${seedBytes} bytes`);
  const der = Buffer.concat([pkcs8Start, seed]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const publicKey = Buffer.from(createPublicKey(key).export({ format: "jwk" }).x!, "base64url");
  return { keyId: keyIdOf(publicKey), publicKey, sign: (bytes) => sign(null, bytes, key) };
}

/** First 16 hex digits of the public key's SHA-256. */
export function keyIdOf(publicKey: Uint8Array): string {
  return createHash("sha256").update(publicKey).digest("hex").slice(0, 16);
}

/** A fingerprint for people to compare, in the format of ssh-keygen. */
export function fingerprintOf(publicKey: Uint8Array): string {
  const digest = createHash("sha256").update(publicKey).digest("base64");
  return `SHA256:${digest.replace(/=+$/, "")}`;
}

/** Verifies an Ed25519 signature. */
export function verifySignature(
  bytes: Uint8Array,
  { signature, publicKey }: { signature: Uint8Array; publicKey: Uint8Array },
): boolean {
  if (publicKey.length !== publicKeyBytes) return false;
  const key = createPublicKey({ key: { ...curve, x: base64url(publicKey) }, format: "jwk" });
  return verify(null, bytes, key, signature);
}
