import type { Stats } from "node:fs";
import { walkLocalFiles } from "../files/local-files.ts";
import type { Gap } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";

export const setuid = 0o4000;
export const setgid = 0o2000;
/** Execute permission for anyone. An access list that grants it to a user shows in the group's bit. */
const executable = 0o111;

/** The programs on the local file systems, and the gaps of the walk. */
export interface LocalPrograms {
  /** Files with the setuid or setgid bit, by path. */
  setId: { path: string; stats: Stats }[];
  /** Paths of the files that somebody may execute, sorted. */
  executables: string[];
  gaps: Gap[];
}

/** Pause after this time, so that other tables of the collection can start their tools. */
const maxBlockedMs = 50;

/** Walks all local file systems. Expensive: call through `once`. */
export async function findLocalPrograms(host: Host): Promise<LocalPrograms> {
  const read = gapReader(host);
  const setId: LocalPrograms["setId"] = [];
  const executables: string[] = [];
  let blockedSince = performance.now();
  for (const { path, entry } of walkLocalFiles(read)) {
    if (performance.now() - blockedSince > maxBlockedMs) {
      await new Promise(setImmediate);
      blockedSince = performance.now();
    }
    if (!entry.isFile()) continue;
    const stats = statIfPresent(host, path);
    if (!stats) continue;
    if (stats.mode & (setuid | setgid)) setId.push({ path, stats });
    if (stats.mode & executable) executables.push(path);
  }
  return {
    setId: setId.sort((a, b) => (a.path < b.path ? -1 : 1)),
    executables: executables.sort(),
    gaps: read.gaps,
  };
}

/** A file may vanish after it was listed; its folder was readable, so this is not a denial. */
function statIfPresent(host: Host, path: string): Stats | undefined {
  try {
    return host.lstat(path);
  } catch {
    return undefined;
  }
}
