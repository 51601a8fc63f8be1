import { type Account, addGroup, type Machine, ordinary } from "./machine.ts";
import type { PathEntry, Tree } from "./paths.ts";
import type { Planting } from "./site.ts";

/** Access of an account to a path, with the other accounts that have it. */
export interface Granted extends Tree {
  grantees: string[];
}

export interface Wish {
  target: string;
  /** "2": write, "4": read, "5": read and execute; as a digit of a mode. */
  bits: number;
  /** The mode without that access. */
  mode: number;
  type?: PathEntry["type"];
  /** Whether replacing the file is as good as writing it. */
  replaceable?: boolean;
  /** Whether the file's owner decides what it does. */
  staysRoots?: boolean;
}

const narrowMeans = ["owner", "group", "own-first-group", "list", "list-of-group"];
/** Mostly some: if everybody has access, nobody can be blocked. */
const allMeans = [...narrowMeans, ...narrowMeans, "everybody"];
const narrowReplacements = ["folder", "folder-above", "own-sticky-folder"];
const replacements = [...narrowReplacements, ...narrowReplacements, "missing"];

/** Blocks an account from a file that looks accessible. */
export const fileCuts = [
  "mask",
  "closed-folder",
  "no-member",
  "own-entry",
  "own-group",
  "unread-list",
];
export const writeCuts = [...fileCuts, "read-only-mount"];
export const replaceCuts = [...writeCuts, "sticky-folder"];

/** Grants the plant's account access to a path by one of several means, or blocks it. */
export function grant(planting: Planting, wish: Wish): Granted {
  const { cut, site, account, machine, name } = planting;
  const all = (wish.replaceable ? [...allMeans, ...replacements] : allMeans).filter(
    (each) => !(wish.staysRoots && each === "owner"),
  );
  const means =
    cut && replaceCuts.includes(cut) && cut !== "read-only-mount" ? cut : site.random.pick(all);
  const members = membersWith(planting);
  const opened = openings[means]!({ account, machine, name, wish, members });
  const readOnly = cut === "read-only-mount";
  // Blocks that aren't about files leave nobody access.
  const isCut = readOnly || (cut !== null && !replaceCuts.includes(cut));
  return {
    target: wish.target,
    entries: new Map(Object.entries(opened.entries)),
    mountFlags: readOnly ? "ro,relatime" : "rw,relatime",
    grantees: isCut ? [] : opened.grantees,
    ...(site.random.chance(0.2) ? linkOn(wish.target) : {}),
  };
}

/** Makes the path's folder a link to another one. */
function linkOn(target: string): Pick<Tree, "link"> {
  const path = above(target);
  return path.startsWith("/opt/") ? { link: { path, to: `${path}-2.1` } } : {};
}

/** The account, and perhaps others. */
function membersWith({ site, account, machine }: Planting): string[] {
  const others = ordinary(machine).filter((name) => name !== account.name);
  return [account.name, ...site.random.some(others, site.random.below(2))];
}

interface Opening {
  account: Account;
  machine: Machine;
  name: string;
  wish: Wish;
  members: string[];
}

interface Opened {
  entries: Record<string, PathEntry>;
  grantees: string[];
}

const octal = (mode: number) => `0${mode.toString(8)}`.slice(-4).padStart(4, "0");
const letters = (bits: number) =>
  ["r", "w", "x"].map((letter, at) => (bits & (4 >> at) ? letter : "-")).join("");
const above = (path: string) => path.slice(0, path.lastIndexOf("/"));

/** The mode of a file owned by root, without and with the access in the group bits. */
const closed = ({ type = "regular", mode }: Wish, more: PathEntry = {}): PathEntry => ({
  type,
  mode: octal(mode),
  uid: 0,
  gid: 0,
  ...more,
});
const groupMode = ({ mode, bits }: Wish) => octal(mode | (bits << 3));

const openings: Record<string, (opening: Opening) => Opened> = {
  owner: ({ wish, account }) => {
    const mode = octal(wish.mode | (wish.bits << 6));
    return only(wish, { mode, uid: account.uid, gid: account.gid }, [account.name]);
  },
  group: ({ wish, machine, name, members }) => {
    const { gid } = addGroup(machine, name, members);
    return only(wish, { mode: groupMode(wish), gid }, members);
  },
  "own-first-group": ({ wish, account }) =>
    only(wish, { mode: groupMode(wish), gid: account.gid }, [account.name]),
  everybody: ({ wish, machine }) => {
    const { mode, bits } = wish;
    return only(wish, { mode: octal(mode | (bits << 3) | bits) }, ordinary(machine));
  },
  list: ({ wish, account }) => {
    const acl = listFor(`user:${account.uid}`, wish);
    return only(wish, { mode: groupMode(wish), acl }, [account.name]);
  },
  "list-of-group": ({ wish, machine, name, members }) => {
    const { gid } = addGroup(machine, name, members);
    return only(wish, { mode: groupMode(wish), acl: listFor(`group:${gid}`, wish) }, members);
  },
  folder: ({ wish, machine, name, members }) => {
    const { gid } = addGroup(machine, name, members);
    return inFolder(wish, above(wish.target), { mode: "0775", gid }, members);
  },
  "folder-above": ({ wish, machine, name, members }) => {
    const { gid } = addGroup(machine, name, members);
    return inFolder(wish, above(above(wish.target)), { mode: "0775", gid }, members);
  },
  "own-sticky-folder": ({ wish, account }) =>
    inFolder(wish, above(wish.target), { mode: "1755", uid: account.uid }, [account.name]),
  missing: ({ wish, machine }) => ({
    entries: { [wish.target]: { type: "missing" }, [above(wish.target)]: { mode: "1777" } },
    grantees: ordinary(machine),
  }),

  mask: ({ wish, account }) => {
    const acl = listFor(`user:${account.uid}`, wish).replace(
      /mask::.*$/,
      `mask::${letters(maskOf(wish))}`,
    );
    return only(wish, { mode: octal(withMask(wish)), acl }, []);
  },
  "closed-folder": ({ wish, machine }) => {
    const { mode, bits } = wish;
    const open = closed(wish, { mode: octal(mode | (bits << 3) | bits) });
    const { gid } = addGroup(machine, `g${machine.groups.length}`, []);
    return {
      entries: { [wish.target]: open, [above(wish.target)]: { mode: "0750", gid } },
      grantees: [],
    };
  },
  "no-member": ({ wish, machine, name, account }) => {
    const others = ordinary(machine)
      .filter((other) => other !== account.name)
      .slice(0, 1);
    const { gid } = addGroup(machine, name, others);
    return only(wish, { mode: groupMode(wish), gid }, others);
  },
  "own-entry": ({ wish, machine, name, account, members }) => {
    const { gid } = addGroup(machine, name, members);
    const acl = `user:${account.uid}:---,group::rwx,mask::rwx`;
    const others = members.filter((other) => other !== account.name);
    return only(wish, { mode: octal(wish.mode | 0o70), gid, acl }, others);
  },
  "own-group": ({ wish, machine, name, members }) => {
    const { gid } = addGroup(machine, name, members);
    const mode = octal((wish.mode & ~(wish.bits << 3)) | wish.bits);
    return only(
      wish,
      { mode, gid },
      ordinary(machine).filter((other) => !members.includes(other)),
    );
  },
  "unread-list": ({ wish, machine, name, members }) => {
    const { gid } = addGroup(machine, name, members);
    return only(wish, { mode: groupMode(wish), gid, acl: null }, []);
  },
  "sticky-folder": ({ wish, machine, name, members }) => {
    const { gid } = addGroup(machine, name, members);
    return inFolder(wish, above(wish.target), { mode: "1775", gid }, []);
  },
};

const only = (wish: Wish, entry: PathEntry, grantees: string[]): Opened => ({
  entries: { [wish.target]: closed(wish, entry) },
  grantees,
});

const inFolder = (wish: Wish, folder: string, entry: PathEntry, grantees: string[]): Opened => ({
  entries: { [wish.target]: closed(wish), [folder]: entry },
  grantees,
});

/** With an ACL, the group bits of the mode are its mask. */
const listFor = (whom: string, wish: Wish) =>
  `${whom}:rwx,group::${letters((wish.mode >> 3) & 7)},mask::${letters(((wish.mode >> 3) & 7) | wish.bits)}`;
const maskOf = ({ mode, bits }: Wish) => ((mode >> 3) & 7 & ~bits) | (bits === 4 ? 1 : 4);
const withMask = (wish: Wish) => (wish.mode & ~0o70) | (maskOf(wish) << 3);

/** A path for this plant alone, deep enough for every means. */
export const ownPath = ({ name }: Pick<Planting, "name">, file: string): string =>
  `/opt/${name}/bin/${file}`;
