import type { Stats } from "node:fs";
import { chmod, lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const writableByAll = 0o002;
const sticky = 0o1000;
const accessibleToOthers = 0o077;

/**
 * Why another user than this one and root may have written a file, to follow its name in a
 * sentence; null when none can have. On Windows folders inherit their protection instead.
 */
export function findForeignWriter({ uid, mode }: Stats): string | null {
  if (process.getuid === undefined) return null;
  if (!isTrustedOwner(uid)) return `belongs to another user (uid ${uid})`;
  return mode & writableByAll ? "can be written by all users" : null;
}

/**
 * Why the content of a folder may be another user's, as a sentence without its full stop; null
 * when all of it is this user's or root's. A link counts as its own owner's.
 */
export async function findForeignContent(dir: string): Promise<string | null> {
  if (process.getuid === undefined) return null;
  const reason = findForeignWriter(await stat(dir));
  if (reason !== null) return `${dir} ${reason}`;
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    const uid = await ownerOf(path);
    if (uid !== null && !isTrustedOwner(uid)) return `${path} belongs to another user (uid ${uid})`;
  }
  return null;
}

/** Makes a folder of this user accessible to no other; never one that users share, such as /tmp. */
export async function makePrivate(dir: string): Promise<void> {
  const { uid, mode } = await stat(dir);
  if (uid !== process.getuid?.() || mode & sticky || !(mode & accessibleToOthers)) return;
  await chmod(dir, 0o700);
}

/** Whether a user is this one or root. On Windows, where every uid is 0, always. */
export function isTrustedOwner(uid: number): boolean {
  return uid === process.getuid?.() || uid === 0;
}

/** Null for a file that was removed meanwhile: a running server does that. */
async function ownerOf(path: string): Promise<number | null> {
  try {
    return (await lstat(path)).uid;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
