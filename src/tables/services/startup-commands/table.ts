import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectLinux } from "./linux.ts";

/**
 * One row per command that runs without being asked for: in start-up files of shells, scripts of
 * boot and login, rules of udev, generators of systemd, path files of Python and hooks of APT. Cron
 * jobs, units and desktop entries have tables of their own. `enabled` is 0 where nothing runs the
 * file (not executable, a shell that is not installed, an account without one); `username` is NULL
 * for every account; `line` is NULL where a file is run as a whole.
 */
export const startupCommands: CollectedTable = {
  name: "startup_commands",
  description: "Commands that run by themselves at boot, at login or with another program.",
  platforms: ["linux"],
  columns: {
    kind: "TEXT",
    source: "TEXT",
    line: "INTEGER",
    username: "TEXT",
    enabled: "INTEGER",
    command: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux }),
};
