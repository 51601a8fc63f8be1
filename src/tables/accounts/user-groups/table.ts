import type { Host } from "../../host/port.ts";
import { byPlatform } from "../../model/by-platform.ts";
import type { Collected, CollectedTable } from "../../model/table.ts";
import { accountType, groupsOf, readAccounts, readGroups } from "../local-accounts.ts";
import { collectUserGroups } from "./darwin.ts";
import { collectUserGroups as collectWindows } from "./windows.ts";

/** One membership a row, the primary group included even where /etc/group has no such gid. */
export const userGroups: CollectedTable = {
  name: "user_groups",
  description: "Which account is in which group, primary groups included.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    uid: "BIGINT",
    gid: "BIGINT",
    username: "TEXT",
    groupname: "TEXT",
    user_type: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectUserGroups, win32: collectWindows }),
};

function collectLinux(host: Host): Collected {
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
