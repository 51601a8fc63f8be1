import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { linuxColumns } from "../osquery/linux-columns.ts";
import { listPortage } from "./portage-database.ts";

/** One row per flag that a Gentoo package knows and was built with. */
export const portageUse: CollectedTable = {
  name: "portage_use",
  description: "USE flags that installed Gentoo packages were built with.",
  platforms: ["linux"],
  columns: linuxColumns("portage_use"),
  collect(host) {
    const read = gapReader(host);
    const rows = listPortage(read).flatMap(({ atom, version, folder }) => {
      const words = (file: string) => read.text(`${folder}/${file}`)?.trim().split(/\s+/) ?? [];
      // A known flag starts with + or - if it is on or off by default.
      const known = new Set(words("IUSE").map((flag) => flag.replace(/^[+-]/, "")));
      return words("USE")
        .filter((use) => known.has(use))
        .map((use) => ({ package: atom, version, use }));
    });
    return { rows, gaps: read.gaps };
  },
};
