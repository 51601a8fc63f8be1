import { createPublicKey } from "node:crypto";
import { decodeBase64 } from "../../plan/decode-base64.ts";
import { publicKeyBytes } from "../../plan/signing-key.ts";

/**
 * The Ed25519 public key in a plan key file: 32 bytes as base64, a PEM public key, or the unchanged
 * response of `GET /v1/plan-key`. Null for anything else.
 */
export function parsePlanKey(text: string): Buffer | null {
  const content = text.replace(/^\ufeff/, "").trim();
  if (content.startsWith("-----BEGIN PUBLIC KEY-----")) return keyFromPem({ key: content });
  if (content.startsWith("{")) return keyFromResponse(content);
  return keyBytes(decodeBase64(content));
}

const keyBytes = (bytes: Buffer | null): Buffer | null =>
  bytes?.length === publicKeyBytes ? bytes : null;

function keyFromPem({ key }: { key: string }): Buffer | null {
  try {
    const { kty, crv, x } = createPublicKey({ key, format: "pem" }).export({ format: "jwk" });
    return kty === "OKP" && crv === "Ed25519" ? keyBytes(Buffer.from(x ?? "", "base64url")) : null;
  } catch {
    return null;
  }
}

function keyFromResponse(content: string): Buffer | null {
  try {
    const { algorithm, public_key } = JSON.parse(content) as Record<string, unknown>;
    const isKey = algorithm === "ed25519" && typeof public_key === "string";
    return isKey ? keyBytes(decodeBase64(public_key)) : null;
  } catch {
    return null;
  }
}
