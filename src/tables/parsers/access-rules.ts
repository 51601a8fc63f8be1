import { isBlock } from "./sshd/match.ts";

/** A line of access.conf(5): the first that fits a login decides. */
export interface AccessRule {
  grants: boolean;
  users: string[];
  origins: string[];
}

/** Skips comments and lines that pam_access can't parse. */
export function parseAccessRules(text: string): AccessRule[] {
  return text.split("\n").flatMap((line) => {
    const [, sign, users = "", origins = ""] =
      /^\s*([+-])\s*:([^:#]*):([^#]*)/.exec(line.replace(/^#.*/, "")) ?? [];
    if (!sign) return [];
    return [{ grants: sign === "+", users: wordsOf(users), origins: wordsOf(origins) }];
  });
}

const wordsOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** An account that logs in over the network. */
export interface AccessLogin {
  user: string;
  groups: string[];
  /** Whether the client's address matches a pattern: an address, a CIDR block, "10.1.*". */
  isFrom(pattern: string): boolean;
}

/** Whether the rules let a login in; null where a name would have to be looked up. */
export function accessOf(rules: AccessRule[], login: AccessLogin): boolean | null {
  for (const { grants, users, origins } of rules) {
    const isUser = matchesWords(users, (word) => matchesUser(word, login));
    const isFrom = matchesWords(origins, (word) => matchesOrigin(word, login));
    if (isUser === false || isFrom === false) continue;
    return isUser && isFrom ? grants : null;
  }
  return true;
}

/** The client patterns in origins, for telling clients apart. */
export const clientPatternsIn = (rules: AccessRule[]): string[] => [
  ...new Set(rules.flatMap(({ origins }) => origins.flatMap((word) => clientPattern(word) ?? []))),
];

/** "a b EXCEPT c d EXCEPT e"; null when that is unknown. */
export function matchesWords(
  words: string[],
  matches: (word: string) => boolean | null,
): boolean | null {
  const except = words.findIndex((word) => word.toUpperCase() === "EXCEPT");
  const listed = except < 0 ? words : words.slice(0, except);
  const found = anyOf(listed.map(matches));
  if (found === false || except < 0) return found;
  const excepted = matchesWords(words.slice(except + 1), matches);
  if (excepted === null) return null;
  return excepted ? false : found;
}

const anyOf = (results: (boolean | null)[]): boolean | null =>
  results.includes(true) ? true : results.includes(null) ? null : false;

function matchesUser(word: string, login: AccessLogin): boolean | null {
  if (word.startsWith("@")) return null; // a netgroup
  const [, user = "", host] = /^(.+?)@(.+)$/.exec(word) ?? [];
  if (host !== undefined) return user === login.user ? matchesOrigin(host, login) : false;
  if (word.toUpperCase() === "ALL") return true;
  const group = /^\((.*)\)$/.exec(word)?.[1];
  if (group !== undefined) return login.groups.includes(group);
  return word === login.user || login.groups.includes(word);
}

function matchesOrigin(word: string, login: AccessLogin): boolean | null {
  if (word.toUpperCase() === "ALL") return true;
  if (isLocalOrigin(word)) return false;
  const pattern = clientPattern(word);
  return pattern === undefined ? null : login.isFrom(pattern);
}

/** Terminals and services: what no login over the network has as its origin. */
const isLocalOrigin = (word: string) =>
  /^(LOCAL|NONE|:\d*|cron|crond|atd|console|(tty|pts\/|hvc|vc\/|lxc\/).*)$/i.test(word);

/** sshd's form of an address or network; undefined for a name. */
function clientPattern(word: string): string | undefined {
  if (/^(\d{1,3}\.){1,3}$/.test(word)) return `${word}*`;
  return isBlock(word) ? word : undefined;
}
