import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

/**
 * One row per local account, from /etc/passwd; `enabled` comes from /etc/shadow and is NULL where
 * that can't be read.
 */
export const users: CollectedTable = {
  name: "users",
  description: "Local user accounts, and whether each is enabled.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    uid: "BIGINT",
    gid: "BIGINT",
    uid_signed: "BIGINT",
    gid_signed: "BIGINT",
    username: "TEXT",
    description: "TEXT",
    directory: "TEXT",
    shell: "TEXT",
    uuid: "TEXT",
    is_hidden: "INTEGER",
    type: "TEXT",
    enabled: "INTEGER",
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectDarwin, win32: collectWindows }),
};
