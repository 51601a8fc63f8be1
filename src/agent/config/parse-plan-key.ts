import { createPublicKey } from "node:crypto";
import { decodeBase64 } from "../../plan/decode-base64.ts";
import { publicKeyBytes } from "../../plan/signing-key.ts";

/**
 * The Ed25519 public key in a plan key's file, or null: its 32 bytes in base64, a PEM public key,
 * or the answer of `GET /v1/plan-key` as it came.
 */
export function parsePlanKey(text: string): Buffer | null {
  const content = text.replace(/^\ufeff/, "").trim();
  if (content.startsWith("-----BEGIN PUBLIC KEY-----")) return rawKeyOf({ key: content });
  if (content.startsWith("{")) return fromAnswer(content);
  return sized(decodeBase64(content));
}

const sized = (bytes: Buffer | null): Buffer | null =>
  bytes?.length === publicKeyBytes ? bytes : null;

function rawKeyOf({ key }: { key: string }): Buffer | null {
  try {
    const { kty, crv, x } = createPublicKey({ key, format: "pem" }).export({ format: "jwk" });
    return kty === "OKP" && crv === "Ed25519" ? sized(Buffer.from(x ?? "", "base64url")) : null;
  } catch {
    return null;
  }
}

function fromAnswer(content: string): Buffer | null {
  try {
    const { algorithm, public_key } = JSON.parse(content) as Record<string, unknown>;
    const isKey = algorithm === "ed25519" && typeof public_key === "string";
    return isKey ? sized(decodeBase64(public_key)) : null;
  } catch {
    return null;
  }
}
