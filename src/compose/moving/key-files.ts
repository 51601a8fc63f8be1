import { join } from "node:path";
import { AppError } from "../../core/errors.ts";
import { keyFiles } from "../../store/lowdb/backup/write-backup.ts";
import { findKeyFile, findSecretKey, type SecretKey } from "../keys/secret-key.ts";

/** The secret key of a folder that must have one. */
export function requireSecretKey(dataDir: string): SecretKey {
  const key = findSecretKey(dataDir);
  if (key) return key;
  throw new AppError("no_secret_key", `There is no secret.key in ${dataDir}.`, { kind: "usage" });
}

/** The key files that `to` lacks, from another folder. */
export function missingKeys(to: string, from: string): Map<string, Uint8Array> {
  const keys = keyFiles.flatMap((name): [string, Uint8Array][] => {
    const content = findKeyFile(join(from, name));
    return content && !findKeyFile(join(to, name)) ? [[name, content]] : [];
  });
  return new Map(keys);
}

/** The plan key of a folder; null when a server over it would create one. */
export const findPlanKey = (dataDir: string) => findKeyFile(join(dataDir, "plan.key"));

/** Whether servers with the keys of `to` sign plans with another key than those with the keys of `from`. */
export function changesPlanKey(from: string, to: string): boolean {
  const [before, after] = [findPlanKey(from), findPlanKey(to)];
  return before !== null && !(after && before.equals(after));
}
