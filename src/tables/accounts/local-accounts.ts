import type { Host } from "../host/port.ts";
import { readRequired } from "../host/read-required.ts";

/** A line of /etc/passwd. */
export interface Account {
  name: string;
  /** "x" when the hash is in /etc/shadow; never shown. */
  password: string;
  uid: number;
  gid: number;
  description: string;
  directory: string;
  shell: string;
}

/** A line of /etc/group. */
export interface Group {
  name: string;
  gid: number;
  members: string[];
}

/** The accounts in /etc/passwd; accounts of a directory service (LDAP, SSSD) are not included. */
export const readAccounts = (host: Host): Account[] =>
  parsePasswd(readRequired(host, "/etc/passwd"));

export const readGroups = (host: Host): Group[] => parseGroup(readRequired(host, "/etc/group"));

/**
 * Skips lines that are not accounts (comments, "+" entries of NIS, invalid ids), as getpwent does.
 */
export function parsePasswd(text: string): Account[] {
  return fieldsOf(text).flatMap((fields) => {
    const [name = "", password = "", uid, gid, description = "", directory = "", shell = ""] =
      fields;
    const ids = [idOf(uid), idOf(gid)];
    if (ids[0] === undefined || ids[1] === undefined) return [];
    return [{ name, password, uid: ids[0], gid: ids[1], description, directory, shell }];
  });
}

export function parseGroup(text: string): Group[] {
  return fieldsOf(text).flatMap(([name = "", , id, members = ""]) => {
    const gid = idOf(id);
    if (gid === undefined) return [];
    return [{ name, gid, members: members.split(",").filter(Boolean) }];
  });
}

function fieldsOf(text: string): string[][] {
  return text
    .split("\n")
    .map((line) => line.trimStart()) // as getpwent does
    .filter((line) => /^[^#+:-][^:]*:/.test(line))
    .map((line) => line.split(":"));
}

/** A 32-bit id in decimal. */
function idOf(text = ""): number | undefined {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : undefined;
  return id !== undefined && id <= 0xffff_ffff ? id : undefined;
}

/** The same id as a signed 32-bit number: nobody's 4294967294 is -2. */
export const signed32 = (id: number) => id | 0;

/** The groups of an account by name: its primary group first, then those that list it. */
export function groupsOf(account: Account, groups: Group[]): Group[] {
  const primary = groups.filter((group) => group.gid === account.gid);
  const listed = groups.filter(
    (group) => group.gid !== account.gid && group.members.includes(account.name),
  );
  return [...primary.slice(0, 1), ...listed];
}

/** "root", "system" (services) or "user" (people), by the uid ranges that distributions use. */
export function accountType(uid: number): "root" | "system" | "user" {
  if (uid === 0) return "root";
  return uid >= 1000 && uid < 65_534 ? "user" : "system";
}
