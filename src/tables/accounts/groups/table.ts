import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

/** One local group a row, from /etc/group. */
export const groups: CollectedTable = {
  name: "groups",
  description: "Local groups.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    gid: "BIGINT",
    gid_signed: "BIGINT",
    groupname: "TEXT",
    is_hidden: "INTEGER",
    comment: "TEXT",
    group_sid: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectDarwin, win32: collectWindows }),
};
