import { existsSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../../../core/write-durably.ts";
import { listDataFiles } from "../files/data-files.ts";

/** The folder inside a data folder in which a copy is written until it is complete. */
export const unfinishedCopy = (dir: string) => join(dir, "unfinished-copy");

/**
 * Moves a complete copy into place: the journal last, because a folder without it is refused, and a
 * copy that was interrupted before can be made again.
 */
export async function adoptCopy(dir: string): Promise<void> {
  const from = unfinishedCopy(dir);
  const names = await readdir(from);
  const isJournal = (name: string) => name.startsWith("journal-");
  for (const part of [names.filter((name) => !isJournal(name)), names.filter(isJournal)]) {
    for (const name of part) await rename(join(from, name), join(dir, name));
    await syncFolder(dir);
  }
  await rm(from, { recursive: true });
}

/** Removes what an interrupted copy has left. Only one whose journal is not in place yet is interrupted. */
export async function clearInterruptedCopy(dir: string): Promise<void> {
  if (!existsSync(unfinishedCopy(dir))) return;
  const { checkpoints, journals } = await listDataFiles(dir);
  if (journals.length > 0) return;
  for (const { path } of checkpoints) await rm(path);
  await rm(join(dir, "blobs"), { recursive: true, force: true });
  await rm(unfinishedCopy(dir), { recursive: true });
}
