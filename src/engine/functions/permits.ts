export type Permission = "r" | "w" | "x";

/** A file's permissions as a row of path_permissions has them, and the account that wants something. */
export interface PermissionCheck {
  /** "0755". */
  mode: string;
  uid: number;
  gid: number;
  /** "user:1001:rw-,group::r-x,mask::rwx"; "" where there is no list, null where that isn't known. */
  acl: string | null;
  account: { uid: number; gids: number[] };
  permission: Permission;
}

/**
 * Whether a file's permissions let an account do something, as POSIX.1e has it: the owner's entry,
 * else that of the account's own name, else those of its groups, else everybody's, and the first
 * kind that fits has the last word. An unknown access list is judged by the mode.
 */
export function permits({ mode, uid, gid, acl, account, permission }: PermissionCheck): boolean {
  const bits = Number.parseInt(mode, 8);
  const modeAllows = (shift: number) => ((bits >> shift) & permissionBits[permission]) !== 0;
  // root is let through, but runs nothing that nobody may run
  if (account.uid === 0) return permission !== "x" || (bits & 0o111) !== 0;
  if (account.uid === uid) return modeAllows(6);
  // Linux asks the list only if the mode's group bits, which are then its mask, let anything through
  const entries = (bits & 0o070) === 0 ? [] : parseAcl(acl ?? "");
  const grants = (entry: AclEntry) => entry.permissions.includes(permission) && modeAllows(3);
  const named = entries.find(({ kind, id }) => kind === "user" && id === account.uid);
  if (named) return grants(named);
  const groups = entries.filter(
    ({ kind, id }) => kind === "group" && account.gids.includes(id ?? gid),
  );
  if (groups.length > 0) return groups.some(grants);
  // a list that says nothing of the file's own group leaves it to the mode
  if (account.gids.includes(gid)) return modeAllows(3);
  return modeAllows(0);
}

const permissionBits: Record<Permission, number> = { r: 4, w: 2, x: 1 };

interface AclEntry {
  kind: string;
  /** undefined: the file's own user or group. */
  id: number | undefined;
  permissions: string;
}

function parseAcl(text: string): AclEntry[] {
  return text.split(",").flatMap((part) => {
    const [, kind, id, permissions] = /^(user|group):(\d*):([rwx-]{3})$/.exec(part) ?? [];
    if (!kind || !permissions) return [];
    return [{ kind, id: id ? Number(id) : undefined, permissions }];
  });
}
