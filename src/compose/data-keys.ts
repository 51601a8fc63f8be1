import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readOrCreateSecret } from "../core/secret-file.ts";

/** 32 random bytes that the other secrets of a data folder are derived from or encrypted with. */
export function readSecretKey(dataDir: string): Buffer {
  return readOrCreateSecret(join(dataDir, "secret.key"), () => randomBytes(32));
}
