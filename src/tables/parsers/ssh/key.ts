import { createHash, createPublicKey, type KeyObject } from "node:crypto";

/** A public key in SSH's wire format. */
export interface PublicKey {
  /** "ssh-ed25519", "ssh-rsa-cert-v01@openssh.com"… */
  algorithm: string;
  /** null for an unknown key type. */
  bits: number | null;
  /** "SHA256:" and base64 without padding, as ssh-keygen -l prints it. */
  fingerprint: string;
  /** The whole blob in base64. */
  base64: string;
}

/** Reads SSH's length-prefixed strings (RFC 4251 §5); throws RangeError past the end. */
export function wireReader(bytes: Buffer) {
  let at = 0;
  const take = (length: number) => {
    if (length > bytes.length - at) throw new RangeError("truncated key");
    at += length;
    return bytes.subarray(at - length, at);
  };
  const uint32 = () => take(4).readUInt32BE(0);
  return {
    uint32,
    byte: () => take(1)[0]!,
    string: () => take(uint32()),
    skip: (length: number) => void take(length),
    /** The number of bytes that were not read yet. */
    left: () => bytes.length - at,
  };
}

/**
 * The key in a base64 field of authorized_keys, known_hosts or a .pub file; undefined when it isn't
 * one.
 */
export function parsePublicKey(base64: string): PublicKey | undefined {
  const blob = Buffer.from(base64, "base64");
  return blob.length === 0 ? undefined : describeBlob(blob);
}

export function describeBlob(blob: Buffer): PublicKey | undefined {
  try {
    const algorithm = wireReader(blob).string().toString("latin1");
    if (!/^[\w.@-]{1,64}$/.test(algorithm)) return undefined;
    const digest = createHash("sha256").update(keyWithoutCertificate(blob, algorithm)).digest();
    return {
      algorithm,
      bits: bitsOf(blob, algorithm),
      fingerprint: `SHA256:${digest.toString("base64").replace(/=+$/, "")}`,
      base64: blob.toString("base64"),
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** RFC 5656 curves, and SSH's two fixed-size curves. */
const fixedBits: Record<string, number> = {
  "ecdsa-sha2-nistp256": 256,
  "ecdsa-sha2-nistp384": 384,
  "ecdsa-sha2-nistp521": 521,
  "sk-ecdsa-sha2-nistp256": 256,
  "sk-ssh-ed25519": 256,
  "ssh-ed25519": 256,
};

/** The key type without certificate or vendor suffix. */
const kindOf = (algorithm: string) => algorithm.replace(/(-cert-v01)?@openssh\.com$/, "");

function bitsOf(blob: Buffer, algorithm: string): number | null {
  const kind = kindOf(algorithm);
  if (kind !== "ssh-rsa" && kind !== "ssh-dss") return fixedBits[kind] ?? null;
  const reader = wireReader(blob);
  reader.string(); // algorithm
  if (algorithm.includes("-cert-")) reader.string(); // nonce
  if (kind === "ssh-rsa") reader.string(); // public exponent; DSA starts with its modulus
  return bitLength(reader.string());
}

/** Bit length of an mpint, whose first byte is 0 when the highest bit is set. */
function bitLength(integer: Buffer): number {
  const start = integer.findIndex((byte) => byte !== 0);
  return start < 0 ? 0 : (integer.length - start) * 8 - (Math.clz32(integer[start]!) - 24);
}

/** As ssh-keygen: a certificate has the fingerprint of its key. */
function keyWithoutCertificate(blob: Buffer, algorithm: string): Buffer {
  if (!algorithm.includes("-cert-v01@")) return blob;
  const kind = algorithm.replace("-cert-v01", "");
  const plain = kind.startsWith("sk-") ? kind : kindOf(kind);
  const reader = wireReader(blob);
  reader.string();
  reader.string(); // nonce
  const parts = Array.from({ length: partsOf(plain) }, () => reader.string());
  return Buffer.concat([Buffer.from(plain, "latin1"), ...parts].map(wireString));
}

/** Strings and mpints that make up a public key after its name. */
export function partsOf(kind: string): number {
  if (kind === "ssh-dss") return 4;
  if (kind.startsWith("sk-ecdsa")) return 3;
  return kind === "ssh-ed25519" ? 1 : 2;
}

function wireString(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const base64Url = (text = "") => Buffer.from(text, "base64url");

/** An unsigned integer as an mpint's bytes. */
const mpint = (bytes: Buffer) => ((bytes[0] ?? 0) & 0x80 ? Buffer.from([0, ...bytes]) : bytes);

/**
 * The SSH public key of an unencrypted PEM private key; undefined when it can't be parsed or SSH
 * lacks its type.
 */
export function publicKeyOfPem(pem: string): PublicKey | undefined {
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    return undefined;
  }
  const parts = wireParts(key);
  return parts && describeBlob(Buffer.concat(parts.map(wireString)));
}

function wireParts(key: KeyObject): Buffer[] | undefined {
  if (!["rsa", "ec", "ed25519"].includes(key.asymmetricKeyType ?? "")) return undefined;
  const jwk = key.export({ format: "jwk" });
  if (jwk.kty === "RSA")
    return [Buffer.from("ssh-rsa"), mpint(base64Url(jwk.e)), mpint(base64Url(jwk.n))];
  if (jwk.kty === "OKP") return [Buffer.from("ssh-ed25519"), base64Url(jwk.x)];
  const curve = jwk.crv?.replace("P-", "nistp") ?? "";
  if (!fixedBits[`ecdsa-sha2-${curve}`]) return undefined;
  const point = Buffer.concat([Buffer.from([4]), base64Url(jwk.x), base64Url(jwk.y)]);
  return [Buffer.from(`ecdsa-sha2-${curve}`), Buffer.from(curve), point];
}
