import { withDirectory } from "../accounts/with-open-directory.ts";
import { byPlatform } from "../model/by-platform.ts";
import type { CollectedTable } from "../model/table.ts";
import { collectSshLogins } from "./logins/login-rows.ts";

/**
 * One account, method and port a row, more where the client's address decides. `allowed` is NULL
 * where a file that decides couldn't be read; a `reason` beside 1 is what the login takes besides,
 * or where it only gets to. `addresses` is a list as in authorized_keys' `from=` ("" anywhere; of
 * lists with a blank between them each has to match); `key_files` are those that hold the account's
 * keys, each followed by a newline.
 */
export const sshLogins: CollectedTable = {
  name: "ssh_logins",
  description: "Who can log in over SSH by which method and from where, as sshd's files have it.",
  platforms: ["linux", "darwin"],
  columns: {
    username: "TEXT",
    uid: "BIGINT",
    method: "TEXT",
    allowed: "INTEGER",
    reason: "TEXT",
    addresses: "TEXT",
    port: "INTEGER",
    forced_command: "TEXT",
    match: "TEXT",
    source: "TEXT",
    key_files: "TEXT",
  },
  collect: byPlatform({ linux: collectSshLogins, darwin: withDirectory(collectSshLogins) }),
};
