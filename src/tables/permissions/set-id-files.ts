import type { Stats } from "node:fs";
import { walkLocalFiles } from "../files/local-files.ts";
import type { Gap } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";

export const setuid = 0o4000;
export const setgid = 0o2000;

/** Files with the setuid or setgid bit, by path, and the gaps of the walk. */
export interface SetIdFiles {
  files: { path: string; stats: Stats }[];
  gaps: Gap[];
}

/** Walks all local file systems. Expensive: call through `once`. */
export function findSetIdFiles(host: Host): SetIdFiles {
  const read = gapReader(host);
  const files = [];
  for (const { path, entry } of walkLocalFiles(read)) {
    if (!entry.isFile()) continue;
    const stats = statIfPresent(host, path);
    if (stats && stats.mode & (setuid | setgid)) files.push({ path, stats });
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), gaps: read.gaps };
}

/** A file may vanish after it was listed; its folder was readable, so this is not a denial. */
function statIfPresent(host: Host, path: string): Stats | undefined {
  try {
    return host.lstat(path);
  } catch {
    return undefined;
  }
}
