import { withDirectory } from "../accounts/with-open-directory.ts";
import { byPlatform } from "../model/by-platform.ts";
import type { CollectedTable } from "../model/table.ts";
import { collectSshAuthorities } from "./authorities/authorities.ts";

/**
 * One authority whose certificates open accounts a row: `username` "" stands for every account.
 * A certificate has to name one of `principals`, the account itself where they are "", and they
 * are NULL where a command decides.
 */
export const sshAuthorities: CollectedTable = {
  name: "ssh_authorities",
  description: "Authorities whose certificates sshd accepts, for which accounts and principals.",
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
    darwin: withDirectory(collectSshAuthorities),
  }),
};
