import { dirname } from "node:path/posix";
import { gapOf } from "../../host/gap.ts";
import type { GapReader } from "../../host/gap-reader.ts";
import { readMounts } from "../../storage/mount-table.ts";

/** Gives the flags of the file system that holds a path without links; null where mounts can't be read. */
export function openMountFlags(read: GapReader): (place: string) => string | null {
  const flags = readFlags(read);
  return (place) => {
    let at = place;
    while (!flags.has(at) && at !== "/") at = dirname(at);
    return flags.get(at) ?? null;
  };
}

/** By mount point; the last one mounted there is what is seen. */
function readFlags(read: GapReader): Map<string, string> {
  try {
    return new Map(readMounts(read.host).map(({ path, flags }) => [path, flags]));
  } catch (error) {
    read.report({ ...gapOf(error, "mounts"), columns: ["mount_flags"] });
    return new Map();
  }
}
