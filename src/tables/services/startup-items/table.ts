import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectWindows } from "./windows.ts";

/** One program a row that the system or a login starts by itself, macOS' own left out. */
export const startupItems: CollectedTable = {
  name: "startup_items",
  description: "Programs that start by themselves, with the machine or at a login.",
  platforms: ["darwin", "win32"],
  columns: {
    name: "TEXT",
    path: "TEXT",
    args: "TEXT",
    type: "TEXT",
    source: "TEXT",
    status: "TEXT",
    username: "TEXT",
  },
  collect: byPlatform({ darwin: collectDarwin, win32: collectWindows }),
};
