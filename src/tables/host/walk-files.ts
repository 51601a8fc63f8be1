import type { Dirent } from "node:fs";
import type { Gap } from "./gap.ts";
import { gapOf, isAbsent } from "./gap.ts";
import type { GapReader } from "./gap-reader.ts";
import type { Host } from "./port.ts";

export interface WalkLimits {
  maxEntries: number;
  /** Epoch ms at which the walk stops. */
  deadlineMs: number;
}

export interface Walk {
  /** The folder to start from; not itself an entry. */
  root: string;
  limits: WalkLimits;
  /** Folders that are listed but not entered. */
  skip: (path: string) => boolean;
}

export interface Entry {
  path: string;
  entry: Dirent;
}

const maxReported = 20;

/**
 * Everything below a folder, depth first, without following links. Unreadable folders and exceeded
 * limits are gaps; files that vanish during the walk are not.
 */
export function* walkFiles(read: GapReader, { root, limits, skip }: Walk): Generator<Entry> {
  const folders = [root];
  const closed = closedFolders(read, root);
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (read.host.now() > limits.deadlineMs) return read.report(cut(folder, "timed out"));
    for (const entry of readFolder(read.host, folder, closed.report)) {
      if (++seen > limits.maxEntries)
        return read.report(cut(folder, `${limits.maxEntries} entries reached`));
      const path = folder === "/" ? `/${entry.name}` : `${folder}/${entry.name}`;
      yield { path, entry };
      if (entry.isDirectory() && !skip(path)) folders.push(path);
    }
  }
  closed.finish();
}

const cut = (folder: string, why: string): Gap => ({
  reason: "timed_out",
  detail: `truncated at ${folder}: ${why}`,
});

function readFolder(host: Host, folder: string, report: (gap: Gap) => void): Dirent[] {
  try {
    return host.entries(folder);
  } catch (error) {
    if (!isAbsent(error)) report(gapOf(error, folder));
    return [];
  }
}

/**
 * An ordinary user can't read thousands of folders: the first ones are named, the others counted.
 */
function closedFolders(read: GapReader, root: string) {
  let count = 0;
  return {
    report(gap: Gap) {
      count += 1;
      if (count <= maxReported) read.report(gap);
    },
    finish() {
      const more = count - maxReported;
      if (more > 0)
        read.report({ reason: "denied", detail: `${root}: ${more} more folders not readable` });
    },
  };
}
