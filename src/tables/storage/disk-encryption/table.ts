import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDiskEncryption as collectWindows } from "../bitlocker-info.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";

/** One block device a row, with the encryption it lies on, however many mappings are between. */
export const diskEncryption: CollectedTable = {
  name: "disk_encryption",
  description: "Disks, partitions and mappings, and whether what they hold is encrypted.",
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
