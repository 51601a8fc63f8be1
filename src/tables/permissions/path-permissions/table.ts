import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectLinux } from "./linux.ts";

/**
 * Permissions of each security-relevant path: one row for the path (depth 0), its folder, and so on
 * up to "/"; for links among them, rows of their targets follow. `acl` is "" without an access list
 * and NULL when it could not be read. `type` is 'relative' for a folder of PATH that depends on where
 * its user works. `enabled` is 0 for what is not used, and `barred` says why; `awaits` is what must
 * happen before it is used again. `executed` is 1 for what the kernel executes, 0 for what an
 * interpreter reads. `attributes` names what keeps even a file's owner from changing it ('immutable',
 * 'append-only'); NULL where that is not known, or nobody but root may write anyway.
 */
export const pathPermissions: CollectedTable = {
  name: "path_permissions",
  description:
    "Who can change what runs as root or other accounts: modes, owners and access lists of jobs, units, programs and their parent folders.",
  platforms: ["linux"],
  columns: {
    purpose: "TEXT",
    source: "TEXT",
    run_as: "TEXT",
    enabled: "INTEGER",
    barred: "TEXT",
    awaits: "TEXT",
    executed: "INTEGER",
    /** The only account that gains something by a change; NULL: each. */
    gainer: "TEXT",
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
    attributes: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux }),
};
