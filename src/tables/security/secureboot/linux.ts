import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";

/** The GUID of UEFI's global variables (UEFI specification, 3.3). */
const globalGuid = "8be4df61-93ca-11d2-aa0d-00e098032b8c";
const shimGuid = "605dab50-e046-4300-abb6-3dd810dd8b23";

export function collectLinux(host: Host): Collected {
  const read = gapReader(host);
  if (!host.exists("/sys/firmware/efi")) return { rows: [], gaps: read.gaps };
  const secure_boot = readFlag(read, "SecureBoot");
  const setup_mode = readFlag(read, "SetupMode");
  const isUnverified = readFlag(read, "MokSBStateRT", shimGuid) === 1;
  if (secure_boot === null && read.gaps.length === 0)
    read.report({
      reason: "table_missing",
      detail: "the firmware's EFI variables are not available",
    });
  return {
    rows: secure_boot === null ? [] : [{ secure_boot, setup_mode, shim_verifies: +!isUnverified }],
    gaps: read.gaps,
  };
}

/** Four bytes of attributes, then the variable's single byte. */
function readFlag(read: GapReader, name: string, guid = globalGuid): number | null {
  const path = `/sys/firmware/efi/efivars/${name}-${guid}`;
  return read.bytes(path, 16)?.[4] ?? null;
}
