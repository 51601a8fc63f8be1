import type { Stats } from "node:fs";
import { type OwnerNames, readOwnerNames } from "../accounts/owner-names.ts";
import type { Gap } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { PushDownTable, Row } from "../model/table.ts";
import { fileType, modeText } from "../parsers/mode.ts";
import { type FoundPath, findPaths } from "./find-paths.ts";

/** One row per file in the paths or folders that the statement names. */
export const file: PushDownTable = {
  name: "file",
  description: "Files and folders by path or directory; in LIKE, % is one level and %% any depth.",
  platforms: ["linux", "darwin"],
  columns: {
    path: "TEXT",
    directory: "TEXT",
    filename: "TEXT",
    inode: "BIGINT",
    uid: "BIGINT",
    gid: "BIGINT",
    mode: "TEXT",
    device: "BIGINT",
    size: "BIGINT",
    block_size: "INTEGER",
    atime: "BIGINT",
    mtime: "BIGINT",
    ctime: "BIGINT",
    btime: "BIGINT",
    hard_links: "INTEGER",
    symlink: "INTEGER",
    type: "TEXT",
    symlink_target_path: "TEXT",
    owner: "TEXT",
    groupname: "TEXT",
    /** Number of the file system that it lies on (st_dev), the same for all its bind mounts. */
    filesystem: "BIGINT",
  },
  required: ["path", "directory"],
  *scan(host, constraints, report) {
    const read = gapReader(host, report);
    const names = readOwnerNames(host);
    if (host.platform === "darwin") read.report(missingNames);
    for (const found of findPaths(read, constraints)) {
      const row = read.attempt(found.path, () => describeFile(host, found, names));
      if (row) yield row;
    }
  },
};

/** Open Directory has them but needs a tool, and a scan is synchronous. */
const missingNames: Gap = {
  reason: "table_missing",
  detail: "/etc/passwd and /etc/group list no people on macOS",
  columns: ["owner", "groupname"],
};

/** As in osquery, a link has the attributes of its target; a dangling link has its own. */
function describeFile(host: Host, found: FoundPath, names: OwnerNames): Row {
  const { path } = found;
  const link = host.lstat(path);
  const isLink = link.isSymbolicLink();
  const stats = isLink ? followed(host, path, link) : link;
  return {
    ...found,
    ...describeStats(stats),
    symlink: isLink ? 1 : 0,
    symlink_target_path: isLink ? host.readlink(path) : "",
    owner: names.user(stats.uid),
    groupname: names.group(stats.gid),
  };
}

function followed(host: Host, path: string, link: Stats): Stats {
  try {
    return host.stat(path);
  } catch {
    return link;
  }
}

function describeStats(stats: Stats) {
  const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
  return {
    inode: stats.ino,
    uid: stats.uid,
    gid: stats.gid,
    mode: modeText(stats.mode),
    device: stats.rdev,
    size: stats.size,
    block_size: stats.blksize,
    atime: seconds(stats.atimeMs),
    mtime: seconds(stats.mtimeMs),
    ctime: seconds(stats.ctimeMs),
    btime: seconds(stats.birthtimeMs),
    hard_links: stats.nlink,
    type: fileType(stats),
    filesystem: stats.dev,
  };
}
