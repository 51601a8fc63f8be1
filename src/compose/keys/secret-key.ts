import { hkdfSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { readOrCreateSecret } from "../../core/secret-file.ts";

/** 32 random bytes, from which the other secrets of a data folder are derived or with which they are encrypted. */
export function readSecretKey(dataDir: string): Buffer {
  return readOrCreateSecret(join(dataDir, "secret.key"), () => randomBytes(32));
}

/** The encryption key of webhook secrets, derived by HKDF (RFC 5869), so that `secret.key` itself encrypts nothing. */
export function webhookSecretKey(secretKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secretKey, "", "inquest webhook secrets v1", 32));
}
