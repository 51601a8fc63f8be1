import { withOpenDirectory } from "../accounts/with-open-directory.ts";
import { byPlatform } from "../model/by-platform.ts";
import type { CollectedTable } from "../model/table.ts";
import { collectSshAuthorities } from "./authorities/authorities.ts";

/**
 * One row per authority whose certificates open accounts: `username` "" means every account. A
 * certificate must name one of `principals`: "" means the account's name, NULL that a command
 * decides.
 */
export const sshAuthorities: CollectedTable = {
  name: "ssh_authorities",
  description: "Certificate authorities that sshd trusts, for which accounts and principals.",
  platforms: ["linux", "darwin"],
  columns: {
    fingerprint: "TEXT",
    algorithm: "TEXT",
    username: "TEXT",
    principals: "TEXT",
    options: "TEXT",
    source: "TEXT",
  },
  collect: byPlatform({
    linux: collectSshAuthorities,
    darwin: withOpenDirectory(collectSshAuthorities),
  }),
};
