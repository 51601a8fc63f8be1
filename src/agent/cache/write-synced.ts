import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

/** Writes to a file of mode 0600 and waits until it is on disk. */
export function writeSynced(path: string, text: string, flags: "a" | "w"): void {
  const file = openSync(path, flags, 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Puts a new file in the place of an old one: a crash leaves one of the two, whole. */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.tmp`;
  try {
    writeSynced(draft, text, "w");
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
