import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDiskEncryption as collectWindows } from "../bitlocker-info.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";

/** One row per block device, with the encryption below it, through any number of mappings. */
export const diskEncryption: CollectedTable = {
  name: "disk_encryption",
  description: "Disks, partitions and mappings, and whether they are encrypted.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    name: "TEXT",
    uuid: "TEXT",
    encrypted: "INTEGER",
    type: "TEXT",
    encryption_status: "TEXT",
    filevault_status: "TEXT",
  },
  collect: byPlatform({
    linux: collectLinux,
    darwin: collectDarwin,
    win32: collectWindows,
  }),
};
