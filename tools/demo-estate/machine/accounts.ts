import { daysAgo, shadowDay } from "./clock.ts";
import { folder, type Machine, write } from "./machine.ts";

export interface Account {
  name: string;
  uid: number;
  gid: number;
  description: string;
  directory: string;
  shell: string;
  /** "set" has a usable hash, "none" has "*" and "locked" has "!" in front of its hash. */
  password: "set" | "none" | "locked";
  /** The day number it ends on, as in /etc/shadow; empty for never. */
  expires: string;
}

export interface Group {
  name: string;
  gid: number;
  members: string[];
}

export function addGroup(machine: Machine, name: string, gid: number, members: string[] = []) {
  machine.groups.push({ name, gid, members });
}

/** Adds accounts to an existing group. */
export function join(machine: Machine, group: string, ...members: string[]) {
  machine.groups.find(({ name }) => name === group)!.members.push(...members);
}

export interface AccountFacts extends Partial<Account> {
  name: string;
  uid: number;
  /** Groups beside its own. */
  groups?: string[];
}

/** An account with its own group, and a home directory if that is below /home. */
export function addAccount(machine: Machine, { groups = [], ...facts }: AccountFacts): void {
  const account: Account = {
    gid: facts.uid,
    description: "",
    directory: `/home/${facts.name}`,
    shell: "/bin/bash",
    password: "none",
    expires: "",
    ...facts,
  };
  machine.accounts.push(account);
  if (!machine.groups.some(({ gid }) => gid === account.gid))
    addGroup(machine, account.name, account.gid);
  for (const group of groups) join(machine, group, account.name);
  if (account.directory.startsWith("/home/"))
    folder(machine, account.directory, { owner: account.name, mode: 0o750 });
}

/** A service account: no password and no shell. */
export function addSystemAccount(machine: Machine, facts: AccountFacts): void {
  addAccount(machine, { directory: "/nonexistent", shell: "/usr/sbin/nologin", ...facts });
}

const passwords = {
  set: "$y$j9T$demo$0000000000000000000000000000000000000000000",
  none: "*",
  locked: "!$y$j9T$demo$0000000000000000000000000000000000000000000",
};

/** Writes the account files. Call it after all accounts are added. */
export function writeAccountFiles(machine: Machine): void {
  const { accounts, groups } = machine;
  const changed = shadowDay(daysAgo(200));
  const passwd = accounts.map(
    ({ name, uid, gid, description, directory, shell }) =>
      `${name}:x:${uid}:${gid}:${description}:${directory}:${shell}\n`,
  );
  const shadow = accounts.map(
    ({ name, password, expires }) =>
      `${name}:${passwords[password]}:${changed}:0:99999:7::${expires}:\n`,
  );
  const group = groups.map(({ name, gid, members }) => `${name}:x:${gid}:${members.join(",")}\n`);
  const { acl = [] } = machine.tree.get("/etc/passwd") ?? {};
  write(machine, "/etc/passwd", { content: passwd.join(""), acl });
  write(machine, "/etc/group", { content: group.join("") });
  write(machine, "/etc/shadow", { content: shadow.join(""), group: "shadow", mode: 0o640 });
}
