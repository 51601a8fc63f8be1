import { readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import { findForeignWriter } from "../files/foreign-writers.ts";
import { readRegularFile } from "../files/read-regular-file.ts";

export interface TrustedFile {
  name: string;
  path: string;
  text: string;
}

/** What to read of a folder. */
export interface FolderContents {
  wants: (name: string) => boolean;
  maxFiles: number;
  /** Per file. */
  maxBytes: number;
}

/**
 * The wanted files of a folder that an operator configured, by name. The folder and each file must
 * belong to this user or root and not be writable by all users. Throws an `AppError`.
 */
export function readTrustedFolder(
  folder: string,
  { wants, maxFiles, maxBytes }: FolderContents,
): TrustedFile[] {
  const names = wantedNames(folder, wants);
  if (names.length > maxFiles)
    throw configError(`${folder} has more than ${maxFiles} files.`, "Split the folder.");
  return names.map((name) => {
    const path = join(folder, name);
    return { name, path, text: readTrusted(path, maxBytes) };
  });
}

/** The wanted names in a folder of this user or root, sorted. */
export function wantedNames(folder: string, wants: (name: string) => boolean): string[] {
  try {
    checkTrusted(folder, statSync(folder));
    return readdirSync(folder).filter(wants).sort();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw configError(
      `The folder ${folder} can't be read.`,
      "Check that it exists and that this user can read it.",
      cause,
    );
  }
}

/** Throws if another user may have written `path`. */
export function checkTrusted(path: string, stats: Stats): void {
  const reason = findForeignWriter(stats);
  if (reason === null) return;
  throw configError(
    `${path} ${reason}.`,
    "Make this user or root its owner, and remove write access for others with chmod o-w.",
  );
}

function readTrusted(path: string, maxBytes: number): string {
  try {
    const bytes = readRegularFile(path, (stats) => {
      checkTrusted(path, stats);
      if (stats.size > maxBytes)
        throw configError(`${path} is larger than ${maxBytes >> 10} KiB.`, "Split the file.");
    });
    return bytes.toString("utf8");
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const hint = "Check that it is a regular file that this user can read.";
    throw configError(`${path} can't be read.`, hint, cause);
  }
}

function configError(message: string, hint: string, cause?: unknown): AppError {
  return new AppError("usage", message, { hint, kind: "usage", cause });
}
