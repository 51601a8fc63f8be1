import type { Gap } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import { readBytesOptional } from "../host/read-optional.ts";
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
    const gaps: Gap[] = [];
    if (!host.exists("/sys/firmware/efi")) return { rows: [], gaps };
    const secure_boot = readFlag(host, "SecureBoot", gaps);
    const setup_mode = readFlag(host, "SetupMode", gaps);
    if (secure_boot === null && gaps.length === 0)
      gaps.push({ reason: "table_missing", detail: "the firmware's variables are not there" });
    return { rows: secure_boot === null ? [] : [{ secure_boot, setup_mode }], gaps };
  },
};

/** Four bytes of attributes, then the variable's one byte. */
function readFlag(host: Host, name: string, gaps: Gap[]): number | null {
  const path = `/sys/firmware/efi/efivars/${name}-${globalGuid}`;
  return readBytesOptional(host, path, gaps, 16)?.[4] ?? null;
}
