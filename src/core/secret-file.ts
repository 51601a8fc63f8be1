import { linkSync, readFileSync, rmSync } from "node:fs";
import { AppError } from "./errors.ts";
import { findForeignWriter } from "./files/foreign-writers.ts";
import { readRegularFile } from "./files/read-regular-file.ts";
import { writeSynced } from "./write-durably.ts";

/**
 * The bytes of a key file, or null when there is none. A file that another user may have written
 * is an error: that user would know the key.
 */
export function readSecret(path: string): Buffer | null {
  try {
    return readRegularFile(path, (stats) => {
      const reason = findForeignWriter(stats);
      if (reason !== null) throw untrusted(path, reason);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * The bytes of a key file, created at first use and readable by its owner only. The key is written
 * to another name first and then linked, so that a crash never leaves half a key, and of two
 * processes that create it at once both read the same one.
 */
export function readOrCreateSecret(path: string, create: () => Uint8Array): Buffer {
  const existing = readSecret(path);
  if (existing) return existing;
  const temporaryPath = `${path}.${process.pid}.tmp`;
  // In a container pids repeat: a crashed process may have left a file with this name.
  rmSync(temporaryPath, { force: true });
  try {
    writeSynced(temporaryPath, create(), { flags: "wx" });
    linkSync(temporaryPath, path);
  } finally {
    rmSync(temporaryPath, { force: true });
  }
  return readFileSync(path);
}

function untrusted(path: string, reason: string): AppError {
  return new AppError("key_file_untrusted", `The key file ${path} ${reason}.`, {
    hint: "Restore it from a backup, or remove it if nothing depends on its key.",
  });
}
