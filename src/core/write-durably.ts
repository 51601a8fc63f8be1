import { randomUUID } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

export interface DurableWriteOptions {
  /** The file's permissions, whatever the umask; 0600 by default. */
  mode?: number;
  /**
   * Where the new content is written first, on the same file system. By default a new name beside
   * `path`, which no other user of the folder can guess; a fixed one, which the next write reuses
   * after a crash, is for folders of this user only.
   */
  temporaryPath?: string;
}

const newName = (path: string) => `${path}.${randomUUID()}.tmp`;

const ownerOnly = 0o600;

/**
 * Replaces a file durably: after a crash it has either the old content or all of the new. The new
 * content goes to a temporary file, which is synced and renamed; then the folder is synced.
 * A function as `content` writes to the temporary file in parts.
 */
export async function writeDurably(
  path: string,
  content: string | Uint8Array | ((file: FileHandle) => Promise<void>),
  { mode = ownerOnly, temporaryPath = newName(path) }: DurableWriteOptions = {},
): Promise<void> {
  // A crash may have left a fixed one, perhaps with another mode.
  await rm(temporaryPath, { force: true });
  try {
    const file = await open(temporaryPath, "wx", mode);
    try {
      if (mode !== ownerOnly) await file.chmod(mode);
      await (typeof content === "function" ? content(file) : file.writeFile(content));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** `writeDurably` for callers that can't wait for a promise. */
export function writeDurablySync(
  path: string,
  content: string | Uint8Array,
  { mode = ownerOnly, temporaryPath = newName(path) }: DurableWriteOptions = {},
): void {
  rmSync(temporaryPath, { force: true });
  try {
    writeSynced(temporaryPath, content, { flags: "wx", mode });
    renameSync(temporaryPath, path);
  } catch (error) {
    rmSync(temporaryPath, { force: true });
    throw error;
  }
  syncFolderSync(dirname(path));
}

/** Writes or appends to a file; the bytes are on disk when it returns. */
export function writeSynced(
  path: string,
  content: string | Uint8Array,
  { flags, mode = ownerOnly }: { flags: "a" | "wx"; mode?: number },
): void {
  const file = openSync(path, flags, mode);
  try {
    if (mode !== ownerOnly) fchmodSync(file, mode);
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes the created, renamed and removed names of a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  // Windows can't open a folder; there the file system journals the rename itself.
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function syncFolderSync(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
