import type { Stats } from "node:fs";
import { dirname } from "node:path";
import { type Account, type Group, groupsOf } from "../../accounts/local-accounts.ts";
import type { Host } from "../../host/port.ts";
import { createPathTree } from "../../permissions/path-permissions/path-tree.ts";

/**
 * Whether sshd accepts keys from a file under StrictModes: only the user and root may write it, its
 * folder, and the folders up to the home, all after their links. Files that can't be inspected count
 * as accepted.
 */
export function passesStrictModes(host: Host, path: string, owner: KeyOwner): boolean {
  const tree = createPathTree(host);
  const real = (linked: string) => tree.parentPaths(linked).at(-1)![0]!;
  const file = real(path);
  return [file, ...foldersUpTo(file, real(owner.account.directory))].every((each) => {
    try {
      return isWritableByOwnerOnly(host.stat(each), owner);
    } catch {
      return true;
    }
  });
}

export interface KeyOwner {
  account: Account;
  accounts: Account[];
  groups: Group[];
  /** Debian's sshd accepts a group-writable file if the user is the group's only member. */
  privateGroups: boolean;
}

/** The parent folders of a file, up to the home if it is inside. */
function foldersUpTo(path: string, home: string): string[] {
  const folders: string[] = [];
  const top = home;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === top || folder === dirname(folder)) return folders;
  }
}

function isWritableByOwnerOnly({ uid, gid, mode }: Stats, owner: KeyOwner): boolean {
  if (uid !== 0 && uid !== owner.account.uid) return false;
  if (mode & 0o002) return false;
  return !(mode & 0o020) || (owner.privateGroups && isPrivate(gid, owner));
}

function isPrivate(gid: number, { account, accounts, groups }: KeyOwner): boolean {
  const members = accounts.filter((other) =>
    groupsOf(other, groups).some((group) => group.gid === gid),
  );
  return members.length === 1 && members[0]!.name === account.name;
}
