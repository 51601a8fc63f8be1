import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Creates the folder with mode 0700: it holds keys and data from hosts. */
export async function makeDataDir(dir: string): Promise<void> {
  await makeFolder(resolve(dir));
  // The mode of a mounted volume that another user owns is up to its owner.
  if ((await stat(dir)).uid === process.getuid?.()) await chmod(dir, 0o700);
}

/** Creates the folder and its parents. Node's recursive mkdir never returns below /proc. */
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
