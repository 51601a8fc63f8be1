import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectLinux } from "./linux.ts";

/**
 * The permissions on the way to each path that matters: a row for the path (depth 0), for its
 * folder, and so on up to "/"; where one of these is a link, the rows of where it leads follow.
 * `acl` is "" without an access list and NULL where there is one that could not be read. Of a cron
 * table that cron passes over for its mode or owner, `enabled` is 0.
 */
export const pathPermissions: CollectedTable = {
  name: "path_permissions",
  description:
    "Who may change what runs as root or as others: modes, owners and access lists of jobs, units, programs and the folders above them.",
  platforms: ["linux"],
  columns: {
    purpose: "TEXT",
    source: "TEXT",
    run_as: "TEXT",
    enabled: "INTEGER",
    detail: "TEXT",
    target: "TEXT",
    depth: "INTEGER",
    path: "TEXT",
    type: "TEXT",
    mode: "TEXT",
    uid: "BIGINT",
    gid: "BIGINT",
    owner: "TEXT",
    groupname: "TEXT",
    acl: "TEXT",
    mount_flags: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux }),
};
