import { mkdtempSync, rmSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isTrustedOwner } from "../../core/files/foreign-writers.ts";
import { type Check, failed, ok, warning } from "./types.ts";

/** Whether the agent can write to its cache folder, and no other user can read it. */
export function checkCacheFolder(folder: string, platform = process.platform): Check {
  const stats = statIfExists(folder);
  const hint = "Set cache_dir to another folder, or change the owner of this one.";
  if (stats && !stats.isDirectory())
    return failed("cache_folder", `${folder} is not a folder.`, hint);
  if (stats && !isTrustedOwner(stats.uid))
    return failed("cache_folder", `${folder} belongs to another user (uid ${stats.uid}).`, hint);
  const existing = stats ? folder : nearestExisting(dirname(folder));
  const errorCode = tryToWrite(existing);
  if (errorCode) return failed("cache_folder", `${existing} is not writable (${errorCode}).`, hint);
  if (!stats) return ok("cache_folder", `${folder} will be created at the first start.`);
  if (platform !== "win32" && (stats.mode & 0o077) !== 0)
    return warning(
      "cache_folder",
      `${folder} is accessible to other users, and will contain the agent's key.`,
      `chmod 700 ${folder}`,
    );
  return ok("cache_folder", `${folder} is writable, and only for this user.`);
}

function statIfExists(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function nearestExisting(folder: string): string {
  return statIfExists(folder) || dirname(folder) === folder
    ? folder
    : nearestExisting(dirname(folder));
}

/** Writes a test file: the mode alone does not show a read-only or full file system. */
function tryToWrite(folder: string): string | null {
  try {
    rmSync(mkdtempSync(join(folder, ".inquest-check-")), { recursive: true });
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
