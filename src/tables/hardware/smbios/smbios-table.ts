import { gapReader } from "../../host/gap-reader.ts";
import type { CollectedTable, Row } from "../../model/table.ts";
import { linuxColumns } from "../../osquery/linux-columns.ts";
import { fieldsOf, parseTable, type Structure } from "./structures.ts";

const maxTableBytes = 1 << 20;

/** A table of what the firmware's SMBIOS structures of one type say. */
export const smbiosTable = (
  name: string,
  description: string,
  {
    type,
    rowsOf,
  }: { type: number; rowsOf: (fields: ReturnType<typeof fieldsOf>, from: Structure) => Row[] },
): CollectedTable => ({
  name,
  description,
  platforms: ["linux"],
  columns: linuxColumns(name),
  collect(host) {
    const read = gapReader(host);
    const table = read.bytes("/sys/firmware/dmi/tables/DMI", maxTableBytes);
    const structures = (table ? parseTable(table) : []).filter((one) => one.type === type);
    const rows = structures.flatMap((one) =>
      rowsOf(fieldsOf(one), one).map((row) => ({ handle: one.handle, ...row })),
    );
    return { rows, gaps: read.gaps };
  },
});
