import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

/**
 * One row per local account. `enabled`: somebody can log in, by password or by a key in the usual
 * file; locked, expired and nologin accounts are not. NULL where only root can read it.
 * `hidden_by`: on Linux, the file by which login screens leave the account out.
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
    hidden_by: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectDarwin, win32: collectWindows }),
};
