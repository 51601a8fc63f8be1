import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

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
