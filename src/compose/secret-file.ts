import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from "node:fs";

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
  const file = openSync(draft, "wx", 0o600);
  try {
    writeSync(file, create());
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(draft, path);
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path);
}
