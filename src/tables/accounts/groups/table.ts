import type { Host } from "../../host/port.ts";
import { byPlatform } from "../../model/by-platform.ts";
import type { Collected, CollectedTable } from "../../model/table.ts";
import { readGroups, signed32 } from "../local-accounts.ts";
import { collectGroups } from "./darwin.ts";
import { collectGroups as collectWindows } from "./windows.ts";

/** One local group a row, from /etc/group. */
export const groups: CollectedTable = {
  name: "groups",
  description: "Local groups.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    gid: "BIGINT",
    gid_signed: "BIGINT",
    groupname: "TEXT",
    is_hidden: "INTEGER",
    comment: "TEXT",
    group_sid: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectGroups, win32: collectWindows }),
};

function collectLinux(host: Host): Collected {
  const rows = readGroups(host).map(({ gid, name }) => ({
    gid,
    gid_signed: signed32(gid),
    groupname: name,
    is_hidden: null,
    comment: null,
  }));
  return { rows, gaps: [] };
}
