import type { CollectedTable } from "../../model/table.ts";
import { collectBitlockerInfo } from "./windows.ts";

/** One volume a row that BitLocker can encrypt; only an administrator sees them. */
export const bitlockerInfo: CollectedTable = {
  name: "bitlocker_info",
  description: "Volumes and how BitLocker protects them.",
  platforms: ["win32"],
  columns: {
    device_id: "TEXT",
    drive_letter: "TEXT",
    persistent_volume_id: "TEXT",
    conversion_status: "INTEGER",
    protection_status: "INTEGER",
    encryption_method: "TEXT",
    protector_types: "TEXT",
    version: "INTEGER",
    percentage_encrypted: "INTEGER",
    lock_status: "INTEGER",
  },
  collect: collectBitlockerInfo,
};
