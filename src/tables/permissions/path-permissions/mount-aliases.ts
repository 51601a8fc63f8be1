import type { GapReader } from "../../host/gap-reader.ts";
import { unescapeOctal } from "../../storage/mount-table.ts";

/** Another path to the same file, through another mount of its file system. */
export interface MountAlias {
  path: string;
  /** The folder that is mounted: what is put in its place above is not seen through the mount. */
  top: string;
}

interface MountPoint {
  device: string;
  /** The folder of the file system that is mounted. */
  root: string;
  path: string;
}

const maxAliases = 3;
/** More mounts of one file system are not compared. */
const maxMounts = 50;

/** The other paths to a path without links. */
export function createMountAliases(read: GapReader): (path: string) => MountAlias[] {
  const mounts = readMountPoints(read);
  const last = new Map(mounts.map((mount) => [mount.path, mount]));
  const byDevice = new Map<string, MountPoint[]>();
  for (const mount of last.values())
    byDevice.set(mount.device, [...(byDevice.get(mount.device) ?? []), mount].slice(0, maxMounts));
  return (path) => {
    const own = mountOf(path);
    const others = own ? byDevice.get(own.device)! : [];
    if (!own || others.length < 2) return [];
    const inner = within(own.root, path.slice(own.path === "/" ? 0 : own.path.length));
    return others
      .filter((other) => other !== own)
      .flatMap((other) => {
        const alias = below(other, inner);
        if (alias === undefined || mountOf(alias) !== other) return [];
        return [{ path: alias, top: below(other, own.root) ?? other.path }];
      })
      .slice(0, maxAliases);
  };

  function mountOf(path: string): MountPoint | undefined {
    let at = path;
    while (!last.has(at) && at !== "/" && at !== "") at = at.replace(/\/[^/]*$/, "") || "/";
    return last.get(at);
  }
}

const within = (root: string, rest: string): string =>
  root === "/" ? rest || "/" : `${root}${rest === "/" ? "" : rest}`;

/** A path of the file system below a mount of it; undefined: it is not mounted there. */
function below({ root, path }: MountPoint, inner: string): string | undefined {
  const base = root === "/" ? "" : root;
  if (inner !== base && !inner.startsWith(`${base}/`)) return undefined;
  return `${path === "/" ? "" : path}${inner.slice(base.length)}` || "/";
}

/** Lines of /proc/PID/mountinfo: proc(5). */
function readMountPoints(read: GapReader): MountPoint[] {
  return textOf(read)
    .split("\n")
    .flatMap((line) => {
      const [, , device, root, path] = line.split(" ");
      return device && root && path
        ? [{ device, root: unescapeOctal(root), path: unescapeOctal(path) }]
        : [];
    });
}

/** The first process has the host's mounts; without rights over it, there are those of one's own. */
function textOf(read: GapReader): string {
  try {
    return read.host.read("/proc/1/mountinfo");
  } catch {
    return read.text("/proc/self/mountinfo") ?? "";
  }
}
