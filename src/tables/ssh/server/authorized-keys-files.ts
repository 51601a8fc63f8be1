import type { Account } from "../../accounts/local-accounts.ts";
import { inHome } from "../../accounts/user-files.ts";
import { effectiveGlobals } from "../../parsers/sshd/effective.ts";
import { matchesCriterion } from "../../parsers/sshd/match.ts";
import type { ParsedSshdConfig } from "../../parsers/sshd/parse.ts";

const option = "AuthorizedKeysFile";
const fallback = ".ssh/authorized_keys .ssh/authorized_keys2";

/**
 * Files with keys for an account: from the global setting and from each Match block that may apply
 * to the account.
 */
export function authorizedKeysFiles(
  config: ParsedSshdConfig,
  user: Account,
  groups: string[],
): string[] {
  const globals = effectiveGlobals(config).get(option)?.values ?? [fallback];
  const matched = config.flatMap((entry) => {
    if ("unreadable" in entry || entry.spec.name !== option || !entry.criteria) return [];
    const account = entry.criteria.filter(({ attribute }) => /^(User|Group)$/.test(attribute));
    const met = account.every((criterion) =>
      matchesCriterion(criterion, { user: user.name, groups }),
    );
    return met ? entry.values : [];
  });
  return [...new Set([...globals, ...matched].flatMap((value) => keyFilesOf(value, user)))];
}

/** The files of one value of AuthorizedKeysFile for an account. */
export function keyFilesOf(value: string, user: Account): string[] {
  const patterns = value.split(" ").filter((pattern) => pattern.toLowerCase() !== "none");
  return patterns.map((pattern) => expandTokens(pattern, user));
}

/** sshd_config(5), "TOKENS": %% %h %u %U; relative paths start at the home. */
export function expandTokens(pattern: string, user: Account): string {
  const tokens: Record<string, string> = {
    "%%": "%",
    "%h": user.directory,
    "%u": user.name,
    "%U": String(user.uid),
  };
  const path = pattern.replace(/%[%huU]/g, (token) => tokens[token]!);
  return path.startsWith("/") ? path : inHome(user, path);
}
