import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

/** Time since boot. */
export const uptime: CollectedTable = {
  name: "uptime",
  description: "How long the machine has been running, and its boot time.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    days: "INTEGER",
    hours: "INTEGER",
    minutes: "INTEGER",
    seconds: "INTEGER",
    total_seconds: "BIGINT",
    boot_time: "BIGINT",
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectDarwin, win32: collectWindows }),
};
