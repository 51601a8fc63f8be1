import { createHmac } from "node:crypto";
import { keyOf } from "./is-secret.ts";

/** A body, byte for byte as it goes over the wire; a string is its UTF-8. */
export type RawBody = string | Uint8Array;

/**
 * As Stripe signs: hex HMAC-SHA256 over `<unix seconds>.<body>`, the key being the whole secret
 * as UTF-8.
 */
export function serviceSignature(
  secret: string,
  { seconds }: { seconds: number },
  body: RawBody,
): string {
  return hmacOver(`${seconds}.`, body, secret).digest("hex");
}

/**
 * As Standard Webhooks has it: base64 HMAC-SHA256 over `<id>.<unix seconds>.<body>`, the key
 * being the decoded rest of the secret.
 */
export function standardSignature(
  secret: string,
  { id, seconds }: { id: string; seconds: number },
  body: RawBody,
): string {
  return hmacOver(`${id}.${seconds}.`, body, keyOf(secret)).digest("base64");
}

/** One update where it can be: each costs as much as the hash of a small body. */
function hmacOver(prefix: string, body: RawBody, key: string | Uint8Array) {
  const hmac = createHmac("sha256", key);
  return typeof body === "string" ? hmac.update(prefix + body) : hmac.update(prefix).update(body);
}
