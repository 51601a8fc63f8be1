import { readOrCreateSecret } from "../../core/secret-file.ts";
import { createSigningKey, formatSeed, readSeed } from "../../plan/key-seed.ts";
import type { SigningKey } from "../../plan/signing-key.ts";
import { configError } from "../config/config-error.ts";

/** The key that an agent's receipts are signed with, made at its first start. */
export function readAgentKey(path: string): SigningKey {
  const text = readOrCreateSecret(path, () => Buffer.from(formatSeed(createSigningKey().seed)));
  const key = readSeed(text.toString("utf8"));
  if (key) return key;
  throw configError(
    `The agent's key ${path} is damaged.`,
    "Put it back from a backup, or remove it: the agent then makes another one.",
  );
}
