import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";

const folder = "/sys/class/mei";

/** One row if the kernel found an Intel Management Engine. */
export const intelMeInfo: CollectedTable = {
  name: "intel_me_info",
  description: "Firmware version of the Intel Management Engine.",
  platforms: ["linux"],
  columns: { version: "TEXT" },
  collect(host) {
    const read = gapReader(host);
    // One line per part of the firmware, "PLATFORM:11.8.50.3425"; the first is the one that runs.
    const versions = read
      .list(folder)
      .map((device) => read.lines(`${folder}/${device}/fw_ver`)[0]?.split(":").at(-1))
      .filter((version) => version);
    return { rows: versions.slice(0, 1).map((version) => ({ version })), gaps: read.gaps };
  },
};
