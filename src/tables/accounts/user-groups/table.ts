import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

/** One membership a row, the primary group included even where /etc/group has no such gid. */
export const userGroups: CollectedTable = {
  name: "user_groups",
  description: "Which account is in which group, primary groups included.",
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
