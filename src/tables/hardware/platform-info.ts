import type { Gap } from "../host/gap.ts";
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
    const gaps: Gap[] = [];
    if (!host.exists("/sys/class/dmi/id")) return { rows: [], gaps };
    const row = {
      vendor: readDmi(host, "bios_vendor", { gaps, column: "vendor" }),
      version: readDmi(host, "bios_version", { gaps, column: "version" }),
      date: readDmi(host, "bios_date", { gaps, column: "date" }),
      revision: readDmi(host, "bios_release", { gaps, column: "revision" }),
      firmware_type: host.exists("/sys/firmware/efi") ? "uefi" : "bios",
    };
    return { rows: [row], gaps };
  },
};
