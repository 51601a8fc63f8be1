import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

/**
 * One row per group membership, including the primary group even where /etc/group lacks its gid.
 */
export const userGroups: CollectedTable = {
  name: "user_groups",
  description: "Group memberships of accounts, including primary groups.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    uid: "BIGINT",
    gid: "BIGINT",
    username: "TEXT",
    groupname: "TEXT",
    user_type: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectDarwin, win32: collectWindows }),
};
