import type { Host } from "../../host/port.ts";
import type { Collected, Row } from "../../model/table.ts";
import {
  accountType,
  type DirectoryGroup,
  type DirectoryUser,
  readGroups,
  readUsers,
} from "../open-directory.ts";

export async function collectDarwin(host: Host): Promise<Collected> {
  const users = await readUsers(host);
  const groups = await readGroups(host);
  return {
    rows: memberships(users.entries, groups.entries),
    gaps: [...users.gaps, ...groups.gaps],
  };
}

/**
 * Primary groups, listed members and members of nested groups. Computed memberships (everyone,
 * localaccounts) are in no record.
 */
export function memberships(users: DirectoryUser[], groups: DirectoryGroup[]): Row[] {
  const holders = groups.map((group) => ({ group, within: nestedIn(group, groups) }));
  return users.flatMap((user) => {
    const user_type = accountType(user.uid);
    const listed = holders
      .filter(({ group, within }) => group.gid !== user.gid && within.some(holds(user)))
      .map(({ group }) => group);
    const primary = groups.find((group) => group.gid === user.gid);
    return [{ gid: user.gid, name: primary?.name ?? null }, ...listed].map(({ gid, name }) => ({
      uid: user.uid,
      gid,
      username: user.name,
      groupname: name,
      user_type,
    }));
  });
}

const holds = (user: DirectoryUser) => (group: DirectoryGroup) =>
  group.members.includes(user.name) ||
  (user.uuid !== "" && group.memberIds.includes(user.uuid)) ||
  group.gid === user.gid;

/** A group and all groups nested in it; groups may contain each other. */
function nestedIn(group: DirectoryGroup, groups: DirectoryGroup[]): DirectoryGroup[] {
  const found = new Set([group]);
  for (const each of found)
    for (const uuid of each.nested) {
      const inner = groups.find((candidate) => candidate.uuid === uuid);
      if (inner) found.add(inner);
    }
  return [...found];
}
