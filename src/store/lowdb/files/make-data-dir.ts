import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { findForeignContent, makePrivate } from "../../../core/files/foreign-writers.ts";
import { dataDirUntrusted } from "./errors.ts";

/** Creates the folder with mode 0700: it holds keys and data from hosts. Throws `data_dir_untrusted`. */
export async function makeDataDir(dir: string): Promise<void> {
  await makeFolder(resolve(dir));
  await makePrivate(dir);
  await checkDataDir(dir);
}

/** Throws `data_dir_untrusted` if another user may have written something into the folder. */
export async function checkDataDir(dir: string): Promise<void> {
  const reason = await findForeignContent(dir);
  if (reason !== null) throw dataDirUntrusted(reason);
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
