import type { CollectedTable } from "../../model/table.ts";
import { collectLogicalDrives } from "./windows.ts";

/** One drive letter a row. */
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
  collect: collectLogicalDrives,
};
