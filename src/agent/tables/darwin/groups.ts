import type { Host } from "../host.ts";
import { signed32 } from "../linux/accounts.ts";
import type { Collected } from "../table.ts";
import { readGroups } from "./directory.ts";

export async function collectGroups(host: Host): Promise<Collected> {
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
