import { createHash } from "node:crypto";
import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { parseTable } from "./smbios/structures.ts";

/** Names of the types that firmware reports most, from the SMBIOS specification (DSP0134). */
const types: Record<number, string> = {
  0: "BIOS Information",
  1: "System Information",
  2: "Base Board Information",
  3: "System Enclosure or Chassis",
  4: "Processor Information",
  7: "Cache Information",
  8: "Port Connector Information",
  9: "System Slots",
  11: "OEM Strings",
  12: "System Configuration Options",
  13: "BIOS Language Information",
  16: "Physical Memory Array",
  17: "Memory Device",
  19: "Memory Array Mapped Address",
  20: "Memory Device Mapped Address",
  24: "Hardware Security",
  32: "System Boot Information",
  38: "IPMI Device Information",
  41: "Onboard Devices Extended Information",
  43: "TPM Device",
  127: "End-of-Table",
};

/** One row per structure of the SMBIOS table. */
export const smbiosTables: CollectedTable = {
  name: "smbios_tables",
  description: "Structures of the SMBIOS (DMI) table, with their digests.",
  platforms: ["linux"],
  columns: {
    number: "INTEGER",
    type: "INTEGER",
    description: "TEXT",
    handle: "INTEGER",
    header_size: "INTEGER",
    size: "INTEGER",
    md5: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const table = read.bytes("/sys/firmware/dmi/tables/DMI", 1 << 20);
    return { rows: table ? parseStructures(table) : [], gaps: read.gaps };
  },
};

export function parseStructures(table: Buffer): Row[] {
  return parseTable(table).map(({ type, bytes, headerSize }, number) => ({
    number,
    type,
    description: types[type] ?? "",
    handle: bytes.readUInt16LE(2),
    header_size: headerSize,
    size: bytes.length,
    md5: createHash("md5").update(bytes).digest("hex"),
  }));
}
