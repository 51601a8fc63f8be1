import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

/**
 * The bytes of a key file, made at first use and readable by its owner alone. It is written whole
 * under another name first, so that a crash never leaves half a key.
 */
export function readOrCreateSecret(path: string, create: () => Uint8Array): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const draft = `${path}.${process.pid}.tmp`;
  // One that a crash left has our own pid where pids come again, as in a container.
  rmSync(draft, { force: true });
  try {
    writeDraft(draft, create());
    linkSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path);
}

/**
 * Puts `bytes` in the place of a key file: whoever reads it, after a crash too, finds the old ones
 * or the new. The caller is the only one who writes: it holds the data folder's lock.
 */
export function replaceSecret(path: string, bytes: Uint8Array): void {
  const draft = `${path}.new`;
  // A crash may have left one, which holds a key that nobody has seen.
  rmSync(draft, { force: true });
  writeDraft(draft, bytes);
  renameSync(draft, path);
  syncFolder(dirname(path));
}

function writeDraft(path: string, bytes: Uint8Array): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes a new name durable. Windows can't open a folder; its file system journals the rename. */
function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
