import { dirname } from "node:path/posix";
import type { Gap } from "../../host/gap.ts";
import { gapOf } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { readMounts } from "../../storage/mount-table.ts";

/** Gives the flags of the file system that holds a path without links; null where mounts can't be read. */
export function openMountFlags(host: Host, gaps: Gap[]): (place: string) => string | null {
  const flags = readFlags(host, gaps);
  return (place) => {
    let at = place;
    while (!flags.has(at) && at !== "/") at = dirname(at);
    return flags.get(at) ?? null;
  };
}

/** By mount point; the last one mounted there is what is seen. */
function readFlags(host: Host, gaps: Gap[]): Map<string, string> {
  try {
    return new Map(readMounts(host).map(({ path, flags }) => [path, flags]));
  } catch (error) {
    gaps.push({ ...gapOf(error, "mounts"), columns: ["mount_flags"] });
    return new Map();
  }
}
