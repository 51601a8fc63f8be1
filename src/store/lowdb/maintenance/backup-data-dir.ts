import type { BackupSummary } from "../backup/write-backup.ts";
import { openLowdbStore } from "../open-lowdb-store.ts";

/** Backs up a folder that no server has open; otherwise throws `data_dir_in_use`. */
export async function backupDataDir(dir: string, file: string): Promise<BackupSummary> {
  const store = await openLowdbStore({ dir });
  try {
    return await store.backup(file);
  } finally {
    await store.close();
  }
}
