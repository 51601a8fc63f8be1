import type { SudoersStatement } from "./read-sudoers.ts";

/** Defaults that waive the password, for all or some users. */
export interface PasswordWaivers {
  /** By "!authenticate", which a tag overrides: everybody, or accounts by name. */
  everyone: boolean;
  users: Set<string>;
  /** By exempt_group, whatever the tags say: accounts by name. */
  exempt: Set<string>;
}

interface Resolvers {
  users(items: string[]): string[];
  members(group: string): string[];
}

/**
 * In order, the last setting for a user wins; scopes of hosts, commands and targets are ignored.
 */
export function findPasswordWaivers(
  statements: SudoersStatement[],
  resolve: Resolvers,
): PasswordWaivers {
  const waivers: PasswordWaivers = { everyone: false, users: new Set(), exempt: new Set() };
  for (const { entry } of statements) {
    if (entry.type !== "defaults") continue;
    const isForAll = entry.scope === "Defaults";
    if (!isForAll && !entry.scope.startsWith("Defaults:")) continue;
    const named = isForAll
      ? []
      : resolve.users(entry.scope.slice("Defaults:".length).trim().split(","));
    const settings = entry.settings.split(",").map((setting) => setting.replace(/[\s"]/g, ""));
    const asks = settings.findLast((setting) => /^!*authenticate$/.test(setting));
    if (asks !== undefined) setAuthenticate(waivers, { isForAll, named, asks: asks[0] !== "!" });
    const exempts = settings.findLast((setting) => /^(!exempt_group$|exempt_group=)/.test(setting));
    if (exempts !== undefined) {
      const members = resolve.members(exempts.replace(/^.*=|^!.*/, ""));
      const previous = [...waivers.exempt].filter((user) => !isForAll && !named.includes(user));
      const added = members.filter((user) => isForAll || named.includes(user));
      waivers.exempt = new Set([...previous, ...added]);
    }
  }
  return waivers;
}

function setAuthenticate(
  waivers: PasswordWaivers,
  { isForAll, named, asks }: { isForAll: boolean; named: string[]; asks: boolean },
): void {
  if (isForAll) {
    waivers.everyone = !asks;
    if (asks) waivers.users.clear();
  }
  for (const user of named)
    if (asks) waivers.users.delete(user);
    else waivers.users.add(user);
}

/** The users of a rule with whether they are asked for a password; apart where Defaults distinguish them. */
export function divideByPassword(
  users: string[],
  tags: string[],
  waivers: PasswordWaivers,
): { users: string[]; isUnasked: boolean }[] {
  const isUnasked = (user: string) => {
    if (waivers.exempt.has(user) || tags.includes("NOPASSWD")) return true;
    return !tags.includes("PASSWD") && (waivers.everyone || waivers.users.has(user));
  };
  const asked = users.filter((user) => !isUnasked(user));
  // An account that ALL includes can't be set apart from it.
  if (asked.length === 0 || asked.length === users.length || users.includes("ALL"))
    return [{ users, isUnasked: users.length > 0 ? asked.length === 0 : isUnasked("") }];
  return [
    { users: asked, isUnasked: false },
    { users: users.filter(isUnasked), isUnasked: true },
  ];
}
