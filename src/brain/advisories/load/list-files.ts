import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { AppError } from "../../../core/errors.ts";
import { checkTrusted } from "../../../core/operator-files/read-trusted-folder.ts";

const maxFiles = 500_000;
const maxDepth = 16;

/**
 * The JSON files in a folder and those below it, in the order of their names. Throws an `AppError`
 * for a folder that another user can write, and for a link that leads out of it.
 */
export function listAdvisoryFiles(folder: string): string[] {
  const files: string[] = [];
  const root = readable(folder, () => realpathSync(folder));
  const walk = (at: string, depth: number) => {
    if (depth > maxDepth)
      throw badAdvisories(`${at} is more than ${maxDepth} folders deep.`, "Put the files higher.");
    for (const entry of readable(at, () => sortedEntries(at))) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) walk(path, depth + 1);
      else if (entry.isSymbolicLink()) files.push(...linkedFile(root, path));
      else if (entry.name.endsWith(".json")) files.push(path);
      if (files.length > maxFiles)
        throw badAdvisories(
          `${folder} has more than ${maxFiles} files.`,
          "Remove ecosystems that no host has.",
        );
    }
  };
  walk(folder, 0);
  if (files.length === 0)
    throw badAdvisories(
      `${folder} has no JSON files.`,
      "Put OSV records or the Debian security tracker's JSON into it; docs/advisories.md says how.",
    );
  return files;
}

export function badAdvisories(message: string, hint: string, cause?: unknown): AppError {
  return new AppError("bad_advisories", message, { hint, kind: "usage", cause });
}

function sortedEntries(folder: string): Dirent[] {
  checkTrusted(folder, statSync(folder));
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A link to a file inside the folder, such as its newest one, counts as that file. */
function linkedFile(root: string, path: string): string[] {
  const target = readable(path, () => realpathSync(path));
  if (statSync(target).isDirectory())
    throw badAdvisories(`${path} is a link to a folder.`, "Copy the folder.");
  if (!path.endsWith(".json")) return [];
  if (target.startsWith(root + sep)) return [path];
  throw badAdvisories(
    `${path} is a link to ${target}, outside the folder.`,
    "Copy the file into it.",
  );
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const hint = "Check that it exists and that this user can read it.";
    throw badAdvisories(`${path} can't be read.`, hint, cause);
  }
}
