import { smbiosTable } from "./smbios-table.ts";
import { stringOf } from "./structures.ts";

/** One row per text that the vendor stored in the firmware. */
export const oemStrings = smbiosTable("oem_strings", "Texts that the vendor stored in SMBIOS.", {
  type: 11,
  rowsOf: ({ byte }, structure) =>
    Array.from({ length: byte(0x04) ?? 0 }, (_, index) => ({
      number: index + 1,
      value: stringOf(structure, index + 1),
    })),
});
