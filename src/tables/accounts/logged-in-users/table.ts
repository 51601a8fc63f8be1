import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

/**
 * One record of /run/utmp a row: a session that is open is type 'user'. Distributions that
 * keep no utmp any more have systemd-logind's sessions instead.
 */
export const loggedInUsers: CollectedTable = {
  name: "logged_in_users",
  description: "Sessions as utmp has them: who is logged in, from where, since when.",
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
