import { createHmac } from "node:crypto";
import { keyOf } from "./is-secret.ts";

/** A body, byte for byte as sent; a string is encoded as UTF-8. */
export type RawBody = string | Uint8Array;

/**
 * Stripe's scheme: hex HMAC-SHA256 over `<unix seconds>.<body>`; the key is the whole secret as
 * UTF-8.
 */
export function serviceSignature(
  secret: string,
  { seconds }: { seconds: number },
  body: RawBody,
): string {
  return hmacOver(`${seconds}.`, body, secret).digest("hex");
}

/**
 * The Standard Webhooks scheme: base64 HMAC-SHA256 over `<id>.<unix seconds>.<body>`; the key is the
 * decoded part of the secret after its prefix.
 */
export function standardSignature(
  secret: string,
  { id, seconds }: { id: string; seconds: number },
  body: RawBody,
): string {
  return hmacOver(`${id}.${seconds}.`, body, keyOf(secret)).digest("base64");
}

/** Uses a single update where possible: each costs as much as hashing a small body. */
function hmacOver(prefix: string, body: RawBody, key: string | Uint8Array) {
  const hmac = createHmac("sha256", key);
  return typeof body === "string" ? hmac.update(prefix + body) : hmac.update(prefix).update(body);
}
