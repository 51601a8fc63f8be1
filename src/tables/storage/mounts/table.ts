import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

/** One row per mounted file system, with its sizes unless reading them may block. */
export const mounts: CollectedTable = {
  name: "mounts",
  description: "Mounted file systems with their flags, size and usage.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    device: "TEXT",
    device_alias: "TEXT",
    path: "TEXT",
    type: "TEXT",
    blocks_size: "BIGINT",
    blocks: "BIGINT",
    blocks_free: "BIGINT",
    blocks_available: "BIGINT",
    inodes: "BIGINT",
    inodes_free: "BIGINT",
    flags: "TEXT",
    size: "BIGINT",
    free: "BIGINT",
    percent_used: "DOUBLE",
    inodes_percent_used: "DOUBLE",
  },
  collect: byPlatform({
    linux: collectLinux,
    darwin: collectDarwin,
    win32: collectWindows,
  }),
};
