import type { CollectedTable } from "../../model/table.ts";
import { collectSaltLinks } from "./salt-links.ts";

/**
 * One row per account of a Salt master and minion that it may command (role `master`), and one per
 * master that a minion obeys (role `minion`, `username` the account it runs commands as). Both ends
 * are named by SHA-256 of their public keys. `functions` are patterns, "" for all; `asks` is 1 if the
 * account's password is needed; `enabled` is 0 where the daemon isn't running.
 */
export const saltLinks: CollectedTable = {
  name: "salt_links",
  description: "Who may run commands through a Salt master on which minion, by their keys.",
  platforms: ["linux"],
  columns: {
    role: "TEXT",
    username: "TEXT",
    functions: "TEXT",
    asks: "INTEGER",
    minion: "TEXT",
    master_key: "TEXT",
    minion_key: "TEXT",
    enabled: "INTEGER",
  },
  collect: collectSaltLinks,
};
