import { type FolderLock, lockFolder } from "../../../core/folder-lock.ts";
import { dataDirInUse } from "./errors.ts";

/** Locks the data folder, or throws `data_dir_in_use`. */
export function lockDataDir(dir: string): Promise<FolderLock> {
  return lockFolder(dir, dataDirInUse);
}
