import { timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import { AppError } from "../../core/errors.ts";
import { readOrCreateSecret } from "../../core/secret-file.ts";
import { formatSeed } from "../../plan/key-seed.ts";
import { makeDataDir } from "../../store/lowdb/files/make-data-dir.ts";
import { readSecretKey, secretKeyPath } from "./secret-key.ts";

const keyBytes = 32;

/**
 * Stores the keys of INQUEST_SECRET_KEY and INQUEST_PLAN_KEY in a data folder that has none, for
 * servers that share them. A folder's own plan key stays: a rotation may have changed it.
 */
export async function storeGivenKeys(dataDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const secret = givenKey(env, "INQUEST_SECRET_KEY");
  const plan = givenKey(env, "INQUEST_PLAN_KEY");
  if (!secret && !plan) return;
  await makeDataDir(dataDir);
  if (secret) {
    readOrCreateSecret(secretKeyPath(dataDir), () => secret);
    if (!timingSafeEqual(readSecretKey(dataDir).lasting, secret)) throw otherKey();
  }
  if (plan) readOrCreateSecret(join(dataDir, "plan.key"), () => Buffer.from(formatSeed(plan)));
}

/** 32 bytes as base64; undefined if the variable is not set. */
function givenKey(env: NodeJS.ProcessEnv, name: string): Buffer | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  const key = Buffer.from(text, "base64");
  if (key.length === keyBytes && key.toString("base64") === text) return key;
  throw new AppError("usage", `${name} is not a key: 32 bytes as base64.`, {
    hint: "Make one with openssl rand -base64 32.",
    kind: "usage",
  });
}

function otherKey(): AppError {
  return new AppError(
    "other_secret_key",
    "INQUEST_SECRET_KEY is not the secret key of this data folder.",
    {
      hint: "Unset the variable to use the folder's key, or choose an empty folder with --data-dir.",
      kind: "usage",
    },
  );
}
