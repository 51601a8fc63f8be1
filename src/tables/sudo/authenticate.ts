import type { SudoersStatement } from "./read-sudoers.ts";

/** Defaults that waive the password without a tag: "!authenticate", for all or some users. */
export interface PasswordWaivers {
  everyone: boolean;
  /** Account names. */
  users: Set<string>;
}

/**
 * In order, the last setting for a user wins; scopes of hosts, commands and targets are ignored.
 */
export function findPasswordWaivers(
  statements: SudoersStatement[],
  resolve: (users: string[]) => string[],
): PasswordWaivers {
  const unasked: PasswordWaivers = { everyone: false, users: new Set() };
  for (const { entry } of statements) {
    const word = entry.type === "defaults" ? authenticateIn(entry.settings) : undefined;
    if (entry.type !== "defaults" || word === undefined) continue;
    if (entry.scope === "Defaults") {
      unasked.everyone = word.startsWith("!");
      if (!unasked.everyone) unasked.users.clear();
    }
    if (!entry.scope.startsWith("Defaults:")) continue;
    for (const user of resolve(entry.scope.slice("Defaults:".length).trim().split(",")))
      if (word.startsWith("!")) unasked.users.add(user);
      else unasked.users.delete(user);
  }
  return unasked;
}

const authenticateIn = (settings: string) =>
  settings
    .split(",")
    .map((setting) => setting.replace(/\s/g, ""))
    .findLast((setting) => /^!*authenticate$/.test(setting));
