export type Permission = "r" | "w" | "x";

/** A file's permissions, as in a row of path_permissions, and the account and access to check. */
export interface PermissionCheck {
  /** "0755". */
  mode: string;
  uid: number;
  gid: number;
  /** "user:1001:rw-,group::r-x,mask::rwx"; "" without an ACL, null if unknown. */
  acl: string | null;
  account: { uid: number; gids: number[] };
  permission: Permission;
}

/**
 * Whether a file's permissions allow an access, by the rules of POSIX.1e: the first matching entry
 * of owner, named user, groups and others decides. If the ACL is unknown, the mode decides.
 */
export function permits({ mode, uid, gid, acl, account, permission }: PermissionCheck): boolean {
  const bits = Number.parseInt(mode, 8);
  const modeAllows = (shift: number) => ((bits >> shift) & permissionBits[permission]) !== 0;
  // Root may do everything, but executes only files that someone may execute.
  if (account.uid === 0) return permission !== "x" || (bits & 0o111) !== 0;
  if (account.uid === uid) return modeAllows(6);
  // The group bits of the mode are the ACL's mask; if they are empty, Linux ignores the ACL.
  const entries = (bits & 0o070) === 0 ? [] : parseAcl(acl ?? "");
  const grants = (entry: AclEntry) => entry.permissions.includes(permission) && modeAllows(3);
  const named = entries.find(({ kind, id }) => kind === "user" && id === account.uid);
  if (named) return grants(named);
  const groups = entries.filter(
    ({ kind, id }) => kind === "group" && account.gids.includes(id ?? gid),
  );
  if (groups.length > 0) return groups.some(grants);
  // Without an ACL entry for the file's own group the mode decides.
  if (account.gids.includes(gid)) return modeAllows(3);
  return modeAllows(0);
}

const permissionBits: Record<Permission, number> = { r: 4, w: 2, x: 1 };

interface AclEntry {
  kind: string;
  /** Undefined for the file's own user or group. */
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
