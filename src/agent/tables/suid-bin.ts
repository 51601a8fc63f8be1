import type { Stats } from "node:fs";
import type { Host } from "./host.ts";
import { walkLocalFiles } from "./linux/local-files.ts";
import { modeText } from "./linux/mode.ts";
import { readOwnerNames } from "./linux/owner-names.ts";
import { findPackageOwners } from "./linux/package-owners.ts";
import type { CollectedTable, Gap } from "./table.ts";

const setuid = 0o4000;
const setgid = 0o2000;

/** One setuid or setgid program a row, wherever it lies on the local file systems (osquery looks in a few folders). */
export const suidBin: CollectedTable = {
  name: "suid_bin",
  description: "Files with the setuid or setgid bit on the local file systems.",
  platforms: ["linux"],
  columns: {
    path: "TEXT",
    username: "TEXT",
    groupname: "TEXT",
    permissions: "TEXT",
    mode: "TEXT",
    uid: "BIGINT",
    gid: "BIGINT",
    package: "TEXT",
    mtime: "BIGINT",
    size: "BIGINT",
  },
  async collect(host) {
    const gaps: Gap[] = [];
    const found = findSetIdFiles(host, gaps);
    const owners = await findPackageOwners(host, { paths: found.map(({ path }) => path), gaps });
    const names = readOwnerNames(host);
    const rows = found.map(({ path, stats }) => ({
      path,
      username: names.user(stats.uid),
      groupname: names.group(stats.gid),
      permissions: `${stats.mode & setuid ? "S" : ""}${stats.mode & setgid ? "G" : ""}`,
      mode: modeText(stats.mode),
      uid: stats.uid,
      gid: stats.gid,
      package: owners.get(path) ?? null,
      mtime: Math.floor(stats.mtimeMs / 1000),
      size: stats.size,
    }));
    return { rows, gaps };
  },
};

function findSetIdFiles(host: Host, gaps: Gap[]): { path: string; stats: Stats }[] {
  const found = [];
  for (const { path, entry } of walkLocalFiles(host, gaps)) {
    if (!entry.isFile()) continue;
    const stats = statIfThere(host, path);
    if (stats && stats.mode & (setuid | setgid)) found.push({ path, stats });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A file may vanish between the listing and the look; its folder was readable, so nothing is denied. */
function statIfThere(host: Host, path: string): Stats | undefined {
  try {
    return host.lstat(path);
  } catch {
    return undefined;
  }
}
