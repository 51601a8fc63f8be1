import type { Collected } from "../../model/table.ts";
import { readAnswer } from "../../powershell/answer.ts";
import { collectWith, powershellScript } from "../../powershell/powershell.ts";
import { integer, text } from "../../powershell/values.ts";

export const mountsScript = powershellScript({
  drives:
    "Get-CimInstance Win32_LogicalDisk | Select-Object DeviceID,Description,FreeSpace,Size,FileSystem",
});

/**
 * Drives with a file system, to match other platforms' mounts; osquery only has `logical_drives`.
 */
export function parseMounts(printed: string): Collected {
  const answer = readAnswer(printed);
  const rows = answer
    .required("drives")
    .filter(({ FileSystem }) => text(FileSystem))
    .map((drive) => {
      const size = integer(drive.Size);
      const free = integer(drive.FreeSpace);
      return {
        device: text(drive.DeviceID),
        device_alias: text(drive.DeviceID),
        path: `${text(drive.DeviceID)}\\`,
        type: text(drive.FileSystem),
        size,
        free,
        percent_used: percentUsed(size, free),
      };
    });
  return { rows, gaps: answer.gaps };
}

function percentUsed(size: number | bigint | null, free: number | bigint | null): number | null {
  if (size === null || free === null || Number(size) <= 0) return null;
  return Math.round((1 - Number(free) / Number(size)) * 1000) / 10;
}

export const collectWindows = collectWith(mountsScript, parseMounts);
