import type { Stats } from "node:fs";
import type { Host } from "../host/port.ts";
import { createPathTree } from "../permissions/path-permissions/path-tree.ts";
import { readMounts } from "../storage/mount-table.ts";

/** Where packages, ports and NixOS install programs that change accounts. */
const folders = ["/usr/bin", "/usr/local/bin", "/bin", "/run/wrappers/bin", "/opt/local/bin"];
const setuid = 0o4000;

/** Why nobody becomes anybody by sudo, whatever its rules say; null if it is installed and works. */
export const programRefusal = (host: Host): string | null =>
  // A part of macOS, whose system volume is sealed.
  host.platform === "darwin" ? null : changeProgram(host, "sudo").refusal;

/** A program such as sudo or su, and why nobody becomes anybody by it; null if it is installed and works. */
export function changeProgram(host: Host, name: string): { path: string; refusal: string | null } {
  const programs = folders.flatMap((folder) => programIn(host, `${folder}/${name}`));
  const [first] = programs;
  if (!first) return { path: `${folders[0]}/${name}`, refusal: `${name} is not installed` };
  const able = programs.filter(({ stats }) => stats.uid === 0 && (stats.mode & setuid) !== 0);
  if (!able[0]) return { path: first.path, refusal: `${first.path} is not setuid root` };
  const working = able.find(({ path }) => !isNoSuid(host, path));
  const refusal = working ? null : `${able[0].path} is on a file system mounted with nosuid`;
  return { path: (working ?? able[0]).path, refusal };
}

function programIn(host: Host, path: string): { path: string; stats: Stats }[] {
  try {
    return [{ path, stats: host.stat(path) }];
  } catch {
    return [];
  }
}

function isNoSuid(host: Host, linked: string): boolean {
  // /bin is usually a link: what is mounted is where it leads
  const path = createPathTree(host).parentPaths(linked).at(-1)![0]!;
  try {
    const mounts = readMounts(host).filter((mount) =>
      path.startsWith(mount.path === "/" ? "/" : `${mount.path}/`),
    );
    const longest = Math.max(...mounts.map((mount) => mount.path.length));
    const last = mounts.filter((mount) => mount.path.length === longest).at(-1);
    return last?.flags.split(",").includes("nosuid") ?? false;
  } catch {
    return false;
  }
}
