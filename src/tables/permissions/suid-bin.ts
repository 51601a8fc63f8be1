import { readOwnerNames } from "../accounts/owner-names.ts";
import { gapReader } from "../host/gap-reader.ts";
import { once } from "../host/once.ts";
import type { CollectedTable } from "../model/table.ts";
import { modeText } from "../parsers/mode.ts";
import { findPackageOwners } from "./package-owners.ts";
import { setgid, setuid, surveyLocalFiles } from "./survey-local-files.ts";

/**
 * One row per setuid or setgid program on the local file systems (osquery only searches a few
 * folders).
 */
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
    const { setId: files, gaps: unseen } = await once(host, surveyLocalFiles);
    const read = gapReader(host);
    read.report(...unseen);
    const owners = await findPackageOwners(
      read,
      files.map(({ path }) => path),
    );
    const names = readOwnerNames(host);
    const rows = files.map(({ path, stats }) => ({
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
    return { rows, gaps: read.gaps };
  },
};
