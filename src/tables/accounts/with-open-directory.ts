import { distinctGaps } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import type { Collected, CollectedTable } from "../model/table.ts";
import {
  type DirectoryGroup,
  type DirectoryUser,
  readGroups,
  readUsers,
} from "./open-directory.ts";

/**
 * Runs a collector that reads /etc/passwd and /etc/group on macOS, whose files lack the people: it
 * gets these files generated from Open Directory.
 */
export function withOpenDirectory(collect: CollectedTable["collect"]): CollectedTable["collect"] {
  return async (host): Promise<Collected> => {
    const users = await readUsers(host);
    const groups = await readGroups(host);
    const files = new Map([
      ["/etc/passwd", passwdText(users.entries)],
      ["/etc/group", groupText(groups.entries, users.entries)],
    ]);
    const { rows, gaps } = await collect(withFiles(host, files));
    return { rows, gaps: distinctGaps([...users.gaps, ...groups.gaps, ...gaps]) };
  };
}

function withFiles(host: Host, files: Map<string, string>): Host {
  const readBytes = (path: string, maxBytes?: number, start = 0) => {
    const text = files.get(path);
    return text === undefined
      ? host.readBytes(path, maxBytes, start)
      : Buffer.from(text).subarray(start);
  };
  const read = (path: string, maxBytes?: number) => readBytes(path, maxBytes).toString("utf8");
  return { ...host, read, readBytes };
}

/** Removes the separators: full names may contain anything. */
const field = (text: string) => text.replace(/[:\n\r]/g, " ");

const passwdText = (users: DirectoryUser[]) =>
  users
    .map(({ name, uid, gid, realName, home, shell }) =>
      [name, "*", uid, gid, realName, home, shell].map((each) => field(String(each))).join(":"),
    )
    .join("\n");

function groupText(groups: DirectoryGroup[], users: DirectoryUser[]): string {
  return groups
    .map((group) => {
      const within = withNested(group, groups);
      const ids = new Set(within.flatMap(({ memberIds }) => memberIds));
      const byId = users.filter((user) => user.uuid !== "" && ids.has(user.uuid));
      const names = new Set([
        ...within.flatMap(({ members }) => members),
        ...byId.map((user) => user.name),
      ]);
      return `${field(group.name)}:*:${group.gid}:${[...names].map(field).join(",")}`;
    })
    .join("\n");
}

/** A group and all groups nested in it, whose members are also its own. */
function withNested(group: DirectoryGroup, groups: DirectoryGroup[]): DirectoryGroup[] {
  const found = new Set([group]);
  for (const each of found)
    for (const inner of groups) if (each.nested.includes(inner.uuid)) found.add(inner);
  return [...found];
}
