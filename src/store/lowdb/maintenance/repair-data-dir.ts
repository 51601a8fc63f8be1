import { copyFile, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, isoTime } from "../../../core/clock.ts";
import { syncFolder } from "../../../core/write-durably.ts";
import type { Kind } from "../../records.ts";
import { checkpointAdapter } from "../checkpoint/checkpoint-adapter.ts";
import { checkpointName, journalName, listDataFiles } from "../files/data-files.ts";
import type { Damage } from "../files/errors.ts";
import { lockDataDir } from "../files/lock-data-dir.ts";
import { type LoadedDataDir, loadDataDir } from "../load/load-data-dir.ts";
import { formatAfter, upgradeSteps } from "../tables/format.ts";

export interface RepairReport {
  /** Folder inside the data folder with copies of the damaged files; null when nothing was damaged. */
  keptCopy: string | null;
  /** Damage that could not be repaired. For missing commits `bytes` is 0 and the reason has their number. */
  dropped: Damage[];
  /** The records after the repair. */
  records: Partial<Record<Kind, number>>;
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const handle = await open(to, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes the recovered records as a checkpoint with an empty journal, then removes the old files. */
async function replaceFiles(dir: string, loaded: LoadedDataDir): Promise<void> {
  const { checkpoints, journals } = await listDataFiles(dir);
  // Above every number in use, so that no old file is mistaken for part of the new state.
  const numbers = [...checkpoints, ...journals].map((file) => file.sequence);
  const sequence = Math.max(loaded.sequence, ...numbers) + 1;
  const journal = await open(join(dir, journalName(sequence + 1)), "wx", 0o600);
  await journal.close();
  const content = { format: formatAfter(upgradeSteps), sequence, tables: loaded.tables };
  await checkpointAdapter(dir, content).write(content);
  for (const { name, path } of [...checkpoints, ...journals]) {
    if (name !== checkpointName(sequence)) await rm(path);
  }
  await syncFolder(dir);
}

/**
 * Recovers every intact line of a damaged data folder, before and after the damage, and copies
 * the original files to `damaged-<time>/`. Throws `data_dir_in_use` while a server has it open.
 */
export async function repairDataDir(dir: string, clock: Clock): Promise<RepairReport> {
  const lock = await lockDataDir(dir);
  try {
    const loaded = await loadDataDir(dir, upgradeSteps);
    const dropped = [...loaded.damage, ...(loaded.tail ? [loaded.tail] : [])];
    const records = loaded.tables.counts();
    if (dropped.length === 0) return { keptCopy: null, dropped, records };
    const keptCopy = `damaged-${isoTime(clock.now()).replaceAll(":", "-")}`;
    await mkdir(join(dir, keptCopy), { mode: 0o700 });
    const { checkpoints, journals } = await listDataFiles(dir);
    for (const { name, path } of [...checkpoints, ...journals]) {
      await copyDurably(path, join(dir, keptCopy, name));
    }
    await syncFolder(join(dir, keptCopy));
    await replaceFiles(dir, loaded);
    return { keptCopy, dropped, records };
  } finally {
    await lock.release();
  }
}
