import { dirname, isAbsolute } from "node:path/posix";
import type { GapReader } from "../../host/gap-reader.ts";
import { readMounts } from "../../storage/mount-table.ts";

/**
 * The mount flags of the file system of a path without links; null where mounts can't be read and
 * for relative paths.
 */
export function createMountFlags(read: GapReader): (path: string) => string | null {
  const flags = readFlags(read);
  return (path) => {
    if (!isAbsolute(path)) return null;
    let at = path;
    while (!flags.has(at) && at !== "/") at = dirname(at);
    return flags.get(at) ?? null;
  };
}

/** By mount point; the last mount on a path hides earlier ones. */
function readFlags(read: GapReader): Map<string, string> {
  const mounts = read.forColumns(["mount_flags"]).attempt("mounts", () => readMounts(read.host));
  return new Map(mounts?.map(({ path, flags }) => [path, flags]));
}
