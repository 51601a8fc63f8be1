import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

/** Whether the firmware verifies what it boots; no row on a machine that didn't boot with UEFI. */
export const secureboot: CollectedTable = {
  name: "secureboot",
  description: "UEFI Secure Boot: on or off, and whether keys can be enrolled freely (setup mode).",
  platforms: ["linux", "win32"],
  columns: {
    secure_boot: "INTEGER",
    setup_mode: "INTEGER",
    /** 0 if shim, the boot loader that the firmware verifies, starts anything itself. */
    shim_verifies: "INTEGER",
  },
  collect: byPlatform({ linux: collectLinux, win32: collectWindows }),
};
