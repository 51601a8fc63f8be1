import { readGroups, signed32 } from "./linux/accounts.ts";
import type { CollectedTable } from "./table.ts";

/** One local group a row, from /etc/group. */
export const groups: CollectedTable = {
  name: "groups",
  description: "Local groups.",
  platforms: ["linux"],
  columns: {
    gid: "BIGINT",
    gid_signed: "BIGINT",
    groupname: "TEXT",
    is_hidden: "INTEGER",
    comment: "TEXT",
  },
  collect(host) {
    const rows = readGroups(host).map(({ gid, name }) => ({
      gid,
      gid_signed: signed32(gid),
      groupname: name,
      is_hidden: null,
      comment: null,
    }));
    return { rows, gaps: [] };
  },
};
