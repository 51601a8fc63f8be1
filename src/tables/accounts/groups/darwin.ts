import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { signed32 } from "../local-accounts.ts";
import { readGroups } from "../open-directory.ts";

export async function collectDarwin(host: Host): Promise<Collected> {
  const { entries, gaps } = await readGroups(host);
  const rows = entries.map(({ name, gid, realName, hidden }) => ({
    gid,
    gid_signed: signed32(gid),
    groupname: name,
    is_hidden: Number(hidden),
    comment: realName,
  }));
  return { rows, gaps };
}
