import { readOwnerNames } from "../accounts/owner-names.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { once } from "../host/once.ts";
import type { CollectedTable } from "../model/table.ts";
import { modeText } from "../parsers/mode.ts";
import { findPackageOwners } from "./package-owners.ts";
import { setgid, setuid, surveyLocalFiles } from "./survey-local-files.ts";

/**
 * One row per setuid or setgid program on the local file systems (osquery only searches a few
 * folders). Linux ignores the bits of a script (is_script).
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
    is_script: "INTEGER",
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
    const rows = files.map(({ path, mode, uid, gid, mtime, size }) => ({
      path,
      username: names.user(uid),
      groupname: names.group(gid),
      permissions: `${mode & setuid ? "S" : ""}${mode & setgid ? "G" : ""}`,
      mode: modeText(mode),
      uid,
      gid,
      package: owners.get(path) ?? null,
      mtime,
      size,
      is_script: isScript(read, path),
    }));
    return { rows, gaps: read.gaps };
  },
};

/** Whether it starts with "#!"; null if it can't be read. */
function isScript(read: GapReader, path: string): number | null {
  const start = read
    .forColumns(["is_script"])
    .attempt(path, () => read.host.readBytes(path, 2).toString("latin1"));
  return start === undefined ? null : Number(start === "#!");
}
