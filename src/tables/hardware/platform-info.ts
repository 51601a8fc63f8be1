import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { readDmi } from "./dmi.ts";

/** The machine's firmware, from DMI; no row where there is no DMI (containers, many small boards). */
export const platformInfo: CollectedTable = {
  name: "platform_info",
  description: "The firmware: vendor, version, date, and whether it is UEFI or BIOS.",
  platforms: ["linux"],
  columns: {
    vendor: "TEXT",
    version: "TEXT",
    date: "TEXT",
    revision: "TEXT",
    extra: "TEXT",
    firmware_type: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    if (!host.exists("/sys/class/dmi/id")) return { rows: [], gaps: read.gaps };
    const row = {
      vendor: readDmi(read, "bios_vendor", "vendor"),
      version: readDmi(read, "bios_version", "version"),
      date: readDmi(read, "bios_date", "date"),
      revision: readDmi(read, "bios_release", "revision"),
      firmware_type: host.exists("/sys/firmware/efi") ? "uefi" : "bios",
    };
    return { rows: [row], gaps: read.gaps };
  },
};
