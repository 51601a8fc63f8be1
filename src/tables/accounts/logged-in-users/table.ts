import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

/**
 * One row per record of /run/utmp; an open session has type 'user'. On distributions without utmp
 * the sessions come from systemd-logind.
 */
export const loggedInUsers: CollectedTable = {
  name: "logged_in_users",
  description: "Login sessions: who is logged in, from where, since when.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    type: "TEXT",
    user: "TEXT",
    tty: "TEXT",
    host: "TEXT",
    time: "BIGINT",
    pid: "INTEGER",
    sid: "TEXT",
    registry_hive: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectDarwin, win32: collectWindows }),
};
