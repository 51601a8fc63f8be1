import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { AppError } from "../../core/errors.ts";
import { readDataDir } from "../../store/lowdb/content/read-data-dir.ts";
import { lockDataDir } from "../../store/lowdb/files/lock-data-dir.ts";
import { checkDataDir } from "../../store/lowdb/files/make-data-dir.ts";
import { fillDatabase } from "../../store/postgres/content/fill-database.ts";
import { keyFingerprint } from "../keys/secret-key.ts";
import { hasRecords, requireOwnRecords } from "../store/where-records-are.ts";
import { copyContent } from "./copy-content.ts";
import { changesPlanKey, requireSecretKey } from "./key-files.ts";
import { createSecretExchange } from "./secret-exchange.ts";
import type { MoveReport, MoveRequest } from "./types.ts";

/** Copies a data folder that no server has open into an empty database. The folder stays as it is. */
export async function importDataDir({
  dataDir,
  databaseUrl,
  databaseKeys = dataDir,
  signal,
}: MoveRequest): Promise<MoveReport> {
  await requireRecords(dataDir);
  const lock = await lockDataDir(dataDir);
  try {
    const key = requireSecretKey(databaseKeys);
    const secrets = createSecretExchange(requireSecretKey(dataDir), key);
    const source = await readDataDir(dataDir);
    const copied = await fillDatabase(
      { url: databaseUrl, keyFingerprint: keyFingerprint(key) },
      (target) => copyContent(source, target, { secrets, signal }),
    );
    return {
      ...copied,
      data_dir: resolve(dataDir),
      keys_dir: resolve(databaseKeys),
      plan_key_changed: changesPlanKey(dataDir, databaseKeys),
    };
  } finally {
    await lock.release();
  }
}

async function requireRecords(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) throw noRecords(dataDir);
  requireOwnRecords(dataDir);
  await checkDataDir(dataDir);
  if (!hasRecords(dataDir)) throw noRecords(dataDir);
}

function noRecords(dataDir: string): AppError {
  return new AppError("not_found", `There is no data folder with records at ${dataDir}.`, {
    hint: "Pass the folder of the stopped server with --data-dir.",
    kind: "not_found",
  });
}
