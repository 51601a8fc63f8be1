import { dirname } from "node:path/posix";
import type { GapReader } from "../host/gap-reader.ts";

/**
 * Whether every account can get to a path: each folder above lets others pass. Access lists that let
 * some account pass are not considered.
 */
export function reachableByOthers(read: GapReader): (path: string) => boolean {
  const known = new Map<string, boolean>([["/", true]]);
  const passes = (folder: string): boolean => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const mode = read.attempt(folder, () => read.host.stat(folder).mode) ?? 0;
    const passable = (mode & 0o001) !== 0 && passes(dirname(folder));
    known.set(folder, passable);
    return passable;
  };
  return (path) => passes(dirname(path));
}
