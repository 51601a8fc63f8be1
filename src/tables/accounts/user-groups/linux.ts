import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { accountType, groupsOf, readAccounts, readGroups } from "../local-accounts.ts";

export function collectLinux(host: Host): Collected {
  const groups = readGroups(host);
  const rows = readAccounts(host).flatMap((account) => {
    const { uid, name: username } = account;
    const user_type = accountType(uid);
    const member = groupsOf(account, groups);
    const known = member.some((group) => group.gid === account.gid);
    return [
      ...(known ? [] : [{ uid, gid: account.gid, username, groupname: null, user_type }]),
      ...member.map(({ gid, name }) => ({ uid, gid, username, groupname: name, user_type })),
    ];
  });
  return { rows, gaps: [] };
}
