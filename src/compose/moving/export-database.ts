import { resolve } from "node:path";
import { AppError } from "../../core/errors.ts";
import { fillDataDir } from "../../store/lowdb/content/fill-data-dir.ts";
import { readDatabase } from "../../store/postgres/content/read-database.ts";
import { findSecretKey, keyFingerprint, type SecretKey } from "../keys/secret-key.ts";
import { filesOverDatabase } from "../store/where-records-are.ts";
import { copyContent } from "./copy-content.ts";
import { changesPlanKey, findPlanKey, missingKeys, requireSecretKey } from "./key-files.ts";
import { createSecretExchange } from "./secret-exchange.ts";
import type { MoveReport, MoveRequest } from "./types.ts";

/**
 * Copies a database that no server uses into a data folder that is new or has only keys. A server over
 * the folder then needs no database.
 */
export async function exportDatabase({
  dataDir,
  databaseUrl,
  databaseKeys: keysFrom = dataDir,
  signal,
}: MoveRequest): Promise<MoveReport> {
  const own = findSecretKey(dataDir);
  const original = keysFrom === dataDir ? own : requireSecretKey(keysFrom);
  const keys = missingKeys(dataDir, keysFrom);
  const target = { dir: dataDir, keys, obsolete: filesOverDatabase };
  return readDatabase(databaseUrl, async ({ content, keyFingerprint: fingerprint }) => {
    requireKeyOf(fingerprint, original);
    const secrets = createSecretExchange(original, own ?? original);
    const copied = await fillDataDir(target, (copy) =>
      copyContent(content, copy, { secrets, signal }),
    );
    return {
      ...copied,
      data_dir: resolve(dataDir),
      keys_dir: resolve(dataDir),
      plan_key_changed: !findPlanKey(dataDir) || changesPlanKey(keysFrom, dataDir),
    };
  });
}

/** Throws unless the records can be used with this key. */
function requireKeyOf(fingerprint: string, key: SecretKey | null): asserts key {
  if (key && keyFingerprint(key) === fingerprint) return;
  const message = key
    ? "This secret.key is not that of the database's servers."
    : "The copy needs the secret.key of the database's servers.";
  throw new AppError("other_secret_key", message, { subject: "database", kind: "usage" });
}
