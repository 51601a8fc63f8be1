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

/** Whether both folders have a plan key and it is not the same one. */
export function hasOtherPlanKey(one: string, other: string): boolean {
  const [left, right] = [one, other].map((dir) => findKeyFile(join(dir, "plan.key")));
  return Boolean(left && right && !left.equals(right));
}
