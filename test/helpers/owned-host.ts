import type { Stats } from "node:fs";
import type { Host } from "../../src/tables/host/port.ts";

export interface Owner {
  uid: number;
  gid: number;
  /** Permission bits. */
  mode: number;
}

/**
 * The same host, whose files are root's, with bits that everybody may read, but for those told of:
 * tests may run as anybody and under any umask.
 */
export function ownedHost(host: Host, owners: Record<string, Partial<Owner>> = {}): Host {
  const dress = (path: string, stats: Stats): Stats => {
    const usual = stats.isFile() && (stats.mode & 0o100) === 0 ? 0o644 : 0o755;
    const { uid = 0, gid = 0, mode = usual } = owners[path] ?? {};
    return Object.assign(stats, { uid, gid, mode: (stats.mode & ~0o7777) | mode });
  };
  return {
    ...host,
    stat: (path) => dress(path, host.stat(path)),
    lstat: (path) => dress(path, host.lstat(path)),
  };
}
