import type { Stats } from "node:fs";
import { dirname } from "node:path/posix";
import { isAbsent } from "./gap.ts";
import type { Host } from "./port.ts";

/**
 * Whether nobody but root can put a file into a folder, or another folder in its place. The group's rights are also
 * the mask of an access list, so they are shown where a list has more.
 */
export function isRootsAlone(host: Host, folder: string): boolean {
  try {
    for (let at = folder; ; at = dirname(at)) {
      const stats = statOf(host, at);
      if (stats && !isClosed(stats, at !== folder)) return false;
      if (at === "/") return true;
    }
  } catch {
    return false;
  }
}

/** What is missing, the folder above it decides. */
function statOf(host: Host, path: string): Stats | undefined {
  try {
    return host.lstat(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** In a sticky folder, what is root's stays. */
function isClosed(stats: Stats, isAbove: boolean): boolean {
  const { uid, gid, mode } = stats;
  const isOpen = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== 0);
  return uid === 0 && !stats.isSymbolicLink() && (!isOpen || (isAbove && (mode & 0o1000) !== 0));
}
