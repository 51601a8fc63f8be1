import { gapReader } from "../host/gap-reader.ts";
import { listRequired } from "../host/read-required.ts";
import type { CollectedTable, Row } from "../model/table.ts";

const admindir = "/var/lib/dpkg";
const maxListBytes = 16 << 20;

/** One row per file and folder of an installed Debian package. */
export const debPackageFiles: CollectedTable = {
  name: "deb_package_files",
  description: "Files and folders of the installed Debian packages.",
  platforms: ["linux"],
  columns: { package: "TEXT", path: "TEXT", admindir: "TEXT" },
  collect(host) {
    const read = gapReader(host);
    const rows: Row[] = [];
    for (const name of listRequired(host, `${admindir}/info`)) {
      const [, owner] = /^([^:]+)(?::[^:]+)?\.list$/.exec(name) ?? [];
      if (owner === undefined) continue;
      for (const path of read.lines(`${admindir}/info/${name}`, maxListBytes))
        if (path !== "") rows.push({ package: owner, path, admindir });
    }
    return { rows, gaps: read.gaps };
  },
};
