import type { Account, Group } from "../accounts/local-accounts.ts";
import type { AliasKind, SudoersEntry } from "../parsers/sudoers/parse.ts";
import type { FindNetgroup } from "./netgroups.ts";

/** Items by "kind name". */
export type Aliases = Map<string, string[]>;

/** Aliases apply to all files, wherever they are defined. */
export function collectAliases(entries: SudoersEntry[]): Aliases {
  return new Map(
    entries.flatMap((entry) =>
      entry.type === "alias"
        ? entry.aliases.map(({ name, items }) => [`${entry.kind} ${name}`, items] as const)
        : [],
    ),
  );
}

/** A list with its aliases expanded; "!" before an alias negates each of its items. */
export function expandAliases(
  items: string[],
  { kind, aliases, seen = [] }: { kind: AliasKind; aliases: Aliases; seen?: string[] },
): string[] {
  return items.flatMap((item) => {
    const [, marks = "", name = ""] = /^(!*)([\s\S]*)$/.exec(item) ?? [];
    const isNegated = marks.length % 2 === 1;
    const members = seen.includes(name) ? undefined : aliases.get(`${kind} ${name}`);
    if (!members) return [isNegated ? `!${name}` : name];
    const expanded = expandAliases(members, { kind, aliases, seen: [...seen, name] });
    return isNegated ? expanded.map(turn) : expanded;
  });
}

const turn = (item: string) => (item.startsWith("!") ? item.slice(1) : `!${item}`);

/** Where the names of a user list are looked up. */
export interface Directory {
  accounts: Account[];
  groups: Group[];
  netgroup: FindNetgroup;
}

/**
 * Account names of a user list; items that local files can't resolve (ALL, a netgroup of another
 * source) stay as written.
 */
export function resolveUsers(items: string[], directory: Directory): string[] {
  const resolved = new Set<string>();
  for (const item of items) {
    const isNegated = item.startsWith("!");
    for (const user of usersOf(isNegated ? item.slice(1) : item, directory)) {
      if (!isNegated) resolved.add(user);
      else if (!resolved.delete(user) && resolved.has("ALL")) resolved.add(`!${user}`);
    }
  }
  return [...resolved];
}

/** %group, %#gid and +netgroup expand to their members, #uid to its account. */
function usersOf(item: string, { accounts, groups, netgroup }: Directory): string[] {
  if (/^#\d+$/.test(item)) {
    const known = accounts.filter(({ uid }) => uid === Number(item.slice(1)));
    return known.length > 0 ? known.map(({ name }) => name) : [item];
  }
  if (item.startsWith("+")) return netgroup(item.slice(1)) ?? [item];
  if (!item.startsWith("%") || item.startsWith("%:")) return [item.replace(/\\(.)/g, "$1")];
  const wanted = item.slice(1).replace(/\\(.)/g, "$1");
  const group = groups.find(({ name, gid }) => name === wanted || `#${gid}` === wanted);
  return group ? membersOf(group, accounts) : [`%${wanted}`];
}

export function membersOf({ gid, members }: Group, accounts: Account[]): string[] {
  const primary = accounts.filter((account) => account.gid === gid).map(({ name }) => name);
  return [...new Set([...primary, ...members])];
}
