import type { Stats } from "node:fs";
import type { Host } from "../host/port.ts";
import { readMounts } from "../storage/mount-table.ts";

/** Where packages, ports and NixOS install sudo. */
const folders = ["/usr/bin", "/usr/local/bin", "/bin", "/run/wrappers/bin", "/opt/local/bin"];
const setuid = 0o4000;

/** Why nobody becomes anybody by sudo, whatever its rules say; null if it is installed and works. */
export function programRefusal(host: Host): string | null {
  // A part of macOS, whose system volume is sealed.
  if (host.platform === "darwin") return null;
  const programs = folders.flatMap((folder) => programIn(host, folder));
  const [first] = programs;
  if (!first) return "sudo is not installed";
  if (programs.every(({ stats }) => stats.uid !== 0 || !(stats.mode & setuid)))
    return `${first.path} is not setuid root`;
  return programs.every(({ path }) => isNoSuid(host, path))
    ? `${first.path} is on a file system mounted with nosuid`
    : null;
}

function programIn(host: Host, folder: string): { path: string; stats: Stats }[] {
  const path = `${folder}/sudo`;
  try {
    return [{ path, stats: host.stat(path) }];
  } catch {
    return [];
  }
}

function isNoSuid(host: Host, path: string): boolean {
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
