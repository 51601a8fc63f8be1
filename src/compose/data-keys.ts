import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createSigningKey, formatSeed, readSeed } from "../agent/plan/plan-key.ts";
import type { SigningKey } from "../agent/plan/signing-key.ts";
import { AppError } from "../core/errors.ts";
import { readOrCreateSecret } from "../core/secret-file.ts";

/** 32 random bytes that the other secrets of a data folder are derived from or encrypted with. */
export function readSecretKey(dataDir: string): Buffer {
  return readOrCreateSecret(join(dataDir, "secret.key"), () => randomBytes(32));
}

/** The key that signs plans, made at the first start of a data folder. */
export function readPlanKey(dataDir: string): SigningKey {
  const text = readOrCreateSecret(join(dataDir, "plan.key"), () =>
    Buffer.from(formatSeed(createSigningKey().seed)),
  );
  const key = readSeed(text.toString("utf8"));
  if (key) return key;
  throw new AppError("store_damaged", "plan.key in the data folder is not a key.", {
    hint: "Put back the one from a backup; agents that pin it refuse plans signed with another.",
  });
}
