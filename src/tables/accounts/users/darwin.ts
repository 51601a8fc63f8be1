import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { signed32 } from "../local-accounts.ts";
import { accountType, readUsers } from "../open-directory.ts";

/** Accounts of the local directory; network directories are not included. */
export async function collectDarwin(host: Host): Promise<Collected> {
  const { entries, gaps } = await readUsers(host);
  const rows = entries.map(({ name, uid, gid, realName, home, shell, uuid, hidden, enabled }) => ({
    uid,
    gid,
    uid_signed: signed32(uid),
    gid_signed: signed32(gid),
    username: name,
    description: realName,
    directory: home,
    shell,
    uuid,
    is_hidden: Number(hidden),
    type: accountType(uid),
    enabled: Number(enabled),
  }));
  return { rows, gaps };
}
