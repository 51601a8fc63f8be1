import { mkdtempSync, rmSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Check, failed, ok, warning } from "./types.ts";

/** Whether the agent can keep its key and what it couldn't deliver, and nobody else reads it. */
export function checkCacheFolder(folder: string, platform = process.platform): Check {
  const stats = statIfExists(folder);
  const hint = "Name another one in cache_dir, or change its owner.";
  if (stats && !stats.isDirectory()) return failed("cache_folder", `${folder} is no folder.`, hint);
  const place = stats ? folder : nearestExisting(dirname(folder));
  const refusal = tryToWrite(place);
  if (refusal) return failed("cache_folder", `${place} can't be written to (${refusal}).`, hint);
  if (!stats) return ok("cache_folder", `${folder} will be made at the first start.`);
  if (platform !== "win32" && (stats.mode & 0o077) !== 0)
    return warning(
      "cache_folder",
      `${folder} is open to other users, and will hold the agent's key.`,
      `chmod 700 ${folder}`,
    );
  return ok("cache_folder", `${folder} can be written to, by this user alone.`);
}

function statIfExists(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function nearestExisting(folder: string): string {
  return statIfExists(folder) || dirname(folder) === folder ? folder : nearestExisting(dirname(folder));
}

/** The mode alone doesn't tell: file systems can be read-only or full. */
function tryToWrite(folder: string): string | null {
  try {
    rmSync(mkdtempSync(join(folder, ".inquest-check-")), { recursive: true });
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
