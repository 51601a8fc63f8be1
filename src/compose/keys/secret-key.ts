import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { AppError } from "../../core/errors.ts";
import { readOrCreateSecret, readSecret } from "../../core/secret-file.ts";
import { writeDurablySync } from "../../core/write-durably.ts";
import { rethrowAsUnusable } from "../../store/lowdb/files/errors.ts";

/** The content of `secret.key`: 32 random bytes, and 32 more after a rotation of the local key. */
export interface SecretKey {
  /** The first 32 bytes: encrypts webhook secrets and identifies this machine's agents. */
  lasting: Buffer;
  /** The whole file: what only commands on this machine and their server know. */
  local: Buffer;
}

const partBytes = 32;

export const secretKeyPath = (dataDir: string) => join(dataDir, "secret.key");

export function readSecretKey(dataDir: string): SecretKey {
  const path = secretKeyPath(dataDir);
  return toSecretKey(readOrCreateSecret(path, () => randomBytes(partBytes)));
}

/** The key of a folder, or null when it has none yet. */
export function findSecretKey(dataDir: string): SecretKey | null {
  const content = findKeyFile(secretKeyPath(dataDir));
  return content && toSecretKey(content);
}

/** The content of a key file in a data folder that another user may own; null when it is absent. */
export function findKeyFile(path: string): Buffer | null {
  try {
    return readSecret(path);
  } catch (error) {
    return rethrowAsUnusable(error);
  }
}

/** Replaces the second half, which changes the local API key and the server's proofs. */
export function renewLocalSecret(dataDir: string): SecretKey {
  const { lasting } = readSecretKey(dataDir);
  const renewed = Buffer.concat([lasting, randomBytes(partBytes)]);
  const path = secretKeyPath(dataDir);
  writeDurablySync(path, renewed, { temporaryPath: `${path}.tmp` });
  return toSecretKey(renewed);
}

/** The encryption key of webhook secrets, derived by HKDF (RFC 5869), so that `secret.key` itself encrypts nothing. */
export function webhookSecretKey({ lasting }: Pick<SecretKey, "lasting">): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", lasting, "", "inquest webhook secrets v1", 32));
}

/** Equal for all servers over one database. Of the lasting part: the other is that of commands on one machine. */
export function keyFingerprint({ lasting }: Pick<SecretKey, "lasting">): string {
  return createHmac("sha256", lasting).update("inquest key fingerprint v1").digest("hex");
}

/** Anyone can derive the keys of an empty file. */
function toSecretKey(local: Buffer): SecretKey {
  if (local.length === partBytes || local.length === 2 * partBytes)
    return { lasting: local.subarray(0, partBytes), local };
  throw new AppError("store_damaged", "secret.key in the data folder is not a valid key file.", {
    hint: "Restore it from a backup. Without it stored webhook secrets can't be decrypted.",
  });
}
