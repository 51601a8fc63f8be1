import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";

/** The GUID of UEFI's global variables (UEFI specification, 3.3). */
const globalGuid = "8be4df61-93ca-11d2-aa0d-00e098032b8c";

/** Whether the firmware checks what it starts; no row on a machine that wasn't started by UEFI. */
export const secureboot: CollectedTable = {
  name: "secureboot",
  description: "UEFI secure boot: on or off, and whether keys may be enrolled freely (setup mode).",
  platforms: ["linux"],
  columns: { secure_boot: "INTEGER", setup_mode: "INTEGER" },
  collect(host) {
    const read = gapReader(host);
    if (!host.exists("/sys/firmware/efi")) return { rows: [], gaps: read.gaps };
    const secure_boot = readFlag(read, "SecureBoot");
    const setup_mode = readFlag(read, "SetupMode");
    if (secure_boot === null && read.gaps.length === 0)
      read.report({ reason: "table_missing", detail: "the firmware's variables are not there" });
    return { rows: secure_boot === null ? [] : [{ secure_boot, setup_mode }], gaps: read.gaps };
  },
};

/** Four bytes of attributes, then the variable's one byte. */
function readFlag(read: GapReader, name: string): number | null {
  const path = `/sys/firmware/efi/efivars/${name}-${globalGuid}`;
  return read.bytes(path, 16)?.[4] ?? null;
}
