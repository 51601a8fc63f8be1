import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

/** One row per program that starts automatically at boot or login, without macOS's own. */
export const startupItems: CollectedTable = {
  name: "startup_items",
  description: "Programs that start automatically at boot or login.",
  platforms: ["darwin", "linux", "win32"],
  columns: {
    name: "TEXT",
    path: "TEXT",
    args: "TEXT",
    type: "TEXT",
    source: "TEXT",
    status: "TEXT",
    username: "TEXT",
  },
  collect: byPlatform({ darwin: collectDarwin, linux: collectLinux, win32: collectWindows }),
};
