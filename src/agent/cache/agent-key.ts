import { readOrCreateSecret } from "../../core/secret-file.ts";
import { createSigningKey, formatSeed, parseSeed } from "../../plan/key-seed.ts";
import type { SigningKey } from "../../plan/signing-key.ts";
import { configError } from "../config/config-error.ts";

/** The key that signs the agent's receipts; created at the first start. */
export function readAgentKey(path: string): SigningKey {
  const text = readOrCreateSecret(path, () => Buffer.from(formatSeed(createSigningKey().seed)));
  const key = parseSeed(text.toString("utf8"));
  if (key) return key;
  throw configError(
    `The agent's key ${path} is damaged.`,
    "Restore it from a backup, or remove it: the agent then creates a new key.",
  );
}
