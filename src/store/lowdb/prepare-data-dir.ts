import { chmod, mkdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { listDataFiles } from "./data-files.ts";
import { storeDamaged } from "./errors.ts";
import type { UpgradeStep } from "./format.ts";
import { type Loaded, loadDataDir } from "./load.ts";

/** Makes the folder and closes it to others: it holds keys and what hosts told. */
export async function makeDataDir(dir: string): Promise<void> {
  await makeFolder(resolve(dir));
  // Of a mounted volume that belongs to somebody else the mode is the owner's business.
  if ((await stat(dir)).uid === process.getuid?.()) await chmod(dir, 0o700);
}

/** With its parents. Node's own recursive mkdir never returns where the parent can't hold folders (/proc). */
async function makeFolder(path: string): Promise<void> {
  const made = await tryMakeFolder(path);
  if (made !== "no parent") return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await mkdir(path, { mode: 0o700 });
}

async function tryMakeFolder(path: string): Promise<"there" | "no parent"> {
  try {
    await mkdir(path, { mode: 0o700 });
    return "there";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return "there";
    if (code === "ENOENT") return "no parent";
    throw error;
  }
}

/** Loads a folder that may be gone on with: any damage but a torn tail is thrown. */
export async function loadSoundDataDir(
  dir: string,
  steps: readonly UpgradeStep[],
): Promise<Loaded> {
  const loaded = await loadDataDir(dir, steps);
  const [first] = loaded.damage;
  if (first) throw storeDamaged(first);
  return loaded;
}

/** Removes what a durable checkpoint has made unnecessary, journals and older checkpoints alike. */
export async function removeObsolete(dir: string, checkpointSequence: number): Promise<void> {
  const { checkpoints, journals, leftovers } = await listDataFiles(dir);
  const old = [
    ...checkpoints.filter((file) => file.sequence < checkpointSequence),
    ...journals.filter((file) => file.sequence <= checkpointSequence),
  ].map((file) => file.name);
  for (const name of [...old, ...leftovers]) await rm(join(dir, name), { force: true });
}
