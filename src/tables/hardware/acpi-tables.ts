import { createHash } from "node:crypto";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";

const root = "/sys/firmware/acpi/tables";
const maxBytes = 4 << 20;

/** One row per ACPI table of the firmware. */
export const acpiTables: CollectedTable = {
  name: "acpi_tables",
  description: "ACPI tables of the firmware, with their digests.",
  platforms: ["linux"],
  columns: { name: "TEXT", size: "INTEGER", md5: "TEXT" },
  collect(host) {
    const read = gapReader(host);
    const places = [root, `${root}/dynamic`];
    return { rows: places.flatMap((folder) => tablesOf(read, folder)), gaps: read.gaps };
  },
};

function tablesOf(read: GapReader, folder: string) {
  const isFile = (name: string) =>
    read.attempt(`${folder}/${name}`, () => read.host.lstat(`${folder}/${name}`).isFile());
  return read
    .list(folder)
    .filter(isFile)
    .map((name) => {
      const content = read.forColumns(["size", "md5"]).bytes(`${folder}/${name}`, maxBytes);
      const md5 = content && createHash("md5").update(content).digest("hex");
      return { name, size: content?.length, md5 };
    });
}
