import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { readGroups, signed32 } from "../local-accounts.ts";

export function collectLinux(host: Host): Collected {
  const rows = readGroups(host).map(({ gid, name }) => ({
    gid,
    gid_signed: signed32(gid),
    groupname: name,
    is_hidden: null,
    comment: null,
  }));
  return { rows, gaps: [] };
}
