import type { Dirent } from "node:fs";
import type { Gap } from "./gap.ts";
import { gapOf, isAbsent } from "./gap.ts";
import type { Host } from "./port.ts";

export interface WalkLimits {
  maxEntries: number;
  /** Epoch ms at which the walk is given up. */
  deadlineMs: number;
}

export interface Walk {
  /** Where it begins; the folder itself is not among the entries. */
  root: string;
  limits: WalkLimits;
  /** Folders that are told but not entered. */
  skip: (path: string) => boolean;
  report: (gap: Gap) => void;
}

export interface Entry {
  path: string;
  entry: Dirent;
}

const maxReported = 20;

/**
 * Everything below a folder, depth first, links not followed. Folders that can't be read and the end
 * of the budget are reported; what vanishes on the way is not.
 */
export function* walkFiles(host: Host, { root, limits, skip, report }: Walk): Generator<Entry> {
  const folders = [root];
  const tell = reportSparingly(report, root);
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (host.now() > limits.deadlineMs) return report(cut(folder, "time is up"));
    for (const entry of readFolder(host, folder, tell)) {
      if (++seen > limits.maxEntries)
        return report(cut(folder, `${limits.maxEntries} entries seen`));
      const path = folder === "/" ? `/${entry.name}` : `${folder}/${entry.name}`;
      yield { path, entry };
      if (entry.isDirectory() && !skip(path)) folders.push(path);
    }
  }
  tell.finish();
}

const cut = (folder: string, why: string): Gap => ({
  reason: "timed_out",
  detail: `truncated at ${folder}: ${why}`,
});

function readFolder(host: Host, folder: string, tell: (gap: Gap) => void): Dirent[] {
  try {
    return host.entries(folder);
  } catch (error) {
    if (!isAbsent(error)) tell(gapOf(error, folder));
    return [];
  }
}

/** An ordinary user meets thousands of closed folders: the first are named, the rest counted. */
function reportSparingly(report: (gap: Gap) => void, root: string) {
  let count = 0;
  const tell = (gap: Gap) => {
    count += 1;
    if (count <= maxReported) report(gap);
  };
  const finish = () => {
    const more = count - maxReported;
    if (more > 0)
      report({ reason: "denied", detail: `${root}: ${more} more folders not readable` });
  };
  return Object.assign(tell, { finish });
}
