import type { Collected, CollectedTable } from "../model/table.ts";
import { readAnswer } from "../powershell/answer.ts";
import { collectWith, powershellScript } from "../powershell/powershell.ts";
import { flag, integer, text } from "../powershell/values.ts";

export const logicalDrivesScript = powershellScript({
  drives:
    "Get-CimInstance Win32_LogicalDisk | Select-Object DeviceID,Description,DriveType,FreeSpace,Size,FileSystem",
  links:
    "Get-CimInstance Win32_LogicalDiskToPartition | Select-Object @{n='Drive';e={$_.Dependent.DeviceID}},@{n='Partition';e={$_.Antecedent.DeviceID}}",
  partitions: "Get-CimInstance Win32_DiskPartition | Select-Object DeviceID,BootPartition",
});

export function parseLogicalDrives(printed: string): Collected {
  const answer = readAnswer(printed);
  const links = answer.optional("links", ["boot_partition"]);
  const partitions = answer.optional("partitions", ["boot_partition"]);
  const boots = new Map(partitions.map((each) => [text(each.DeviceID), flag(each.BootPartition)]));
  const bootOf = (drive: string | null) => {
    const own = links.filter(({ Drive }) => text(Drive) === drive);
    return Number(own.some(({ Partition }) => boots.get(text(Partition)) === 1));
  };
  const known = !answer.gaps.some(({ columns }) => columns?.includes("boot_partition"));
  const rows = answer.required("drives").map((drive) => ({
    device_id: text(drive.DeviceID),
    type: "Unknown", // deprecated; osquery always has this value
    description: text(drive.Description),
    free_space: integer(drive.FreeSpace), // NULL for a drive without a medium
    size: integer(drive.Size),
    file_system: text(drive.FileSystem),
    boot_partition: known ? bootOf(text(drive.DeviceID)) : null,
  }));
  return { rows, gaps: answer.gaps };
}

/** One row per drive letter. */
export const logicalDrives: CollectedTable = {
  name: "logical_drives",
  description: "Drives with their file system, size and free space.",
  platforms: ["win32"],
  columns: {
    device_id: "TEXT",
    type: "TEXT",
    description: "TEXT",
    free_space: "BIGINT",
    size: "BIGINT",
    file_system: "TEXT",
    boot_partition: "INTEGER",
  },
  collect: collectWith(logicalDrivesScript, parseLogicalDrives),
};
