import { matchesWords } from "./access-rules.ts";

/** A rule of hosts.allow or hosts.deny, see hosts_access(5) and hosts_options(5). */
export interface HostsRule {
  line: number;
  allows: boolean;
  daemons: string[];
  clients: string[];
}

/** What a login's client is compared with: a pattern as in sshd's `from=`. */
type IsFrom = (pattern: string) => boolean;

/** The rules of a file, whose lines allow or deny unless their options say otherwise. */
export function parseHostsRules(text: string, allows: boolean): HostsRule[] {
  const rules: HostsRule[] = [];
  let continued = "";
  for (const [index, raw] of text.split("\n").entries()) {
    const line = continued + raw;
    continued = raw.endsWith("\\") ? line.slice(0, -1) : "";
    if (continued !== "" || line.startsWith("#")) continue;
    const [daemons = "", clients = "", ...options] = fieldsOf(line);
    if (clients.trim() === "") continue;
    const words = options.map((option) => option.trim().toLowerCase());
    const verdict = words.includes("deny") ? false : words.includes("allow") || allows;
    rules.push({
      line: index + 1,
      allows: verdict,
      daemons: wordsOf(daemons),
      clients: wordsOf(clients),
    });
  }
  return rules;
}

/** Colons within brackets belong to an IPv6 address, and `\:` is no separator. */
const fieldsOf = (line: string): string[] =>
  (line.match(/(?:\\:|\[[^\]]*\]|[^:])+|:(?=:|$)/g) ?? []).map((field) =>
    field.replaceAll("\\:", ":"),
  );

const wordsOf = (list: string): string[] => list.split(/[\s,]+/).filter((word) => word !== "");

/** The rules that are about a daemon. */
export const rulesFor = (daemon: string, rules: HostsRule[]): HostsRule[] =>
  rules.filter(
    ({ daemons }) =>
      matchesWords(daemons, (word) => word === "ALL" || nameOf(word) === daemon) === true,
  );

const nameOf = (word: string) => word.replace(/@.*$/, "");

/** The client patterns that the rules distinguish, as sshd's `from=` has them. */
export const hostsPatterns = (rules: HostsRule[]): string[] => [
  ...new Set(
    rules
      .flatMap(({ clients }) => clients.map(toPattern))
      .filter((pattern) => pattern !== null && pattern !== "*")
      .map(String),
  ),
];

/**
 * The rule that decides about a client, in the order of the rules: undefined if none does; null if
 * that depends on the client's name, which isn't known.
 */
export function decidingRule(rules: HostsRule[], isFrom: IsFrom): HostsRule | undefined | null {
  const [first, ...rest] = rules;
  if (!first) return undefined;
  const found = matchesWords(first.clients, (word) => {
    const pattern = toPattern(word);
    return pattern === null ? null : pattern === "*" || isFrom(pattern);
  });
  if (found === true) return first;
  const later = decidingRule(rest, isFrom);
  if (found === false) return later;
  const isSame = later !== null && (later?.allows ?? true) === first.allows;
  return isSame ? later : null;
}

/** Null for names, groups, files and words about names, which depend on name lookups. */
function toPattern(word: string): string | null {
  const client = word.replace(/^[^@]+@(?=.)/, "");
  if (client === "ALL") return "*";
  const bare = client.replace(/^\[(.*)\](.*)$/, "$1$2");
  if (/^(\d{1,3}\.){1,3}$/.test(bare)) return `${bare}*`;
  const [, network, mask] = /^([\d.]+)\/(\d+(?:\.\d+){3})$/.exec(bare) ?? [];
  if (network !== undefined) return `${network}/${prefixOf(mask!)}`;
  return /^[\d.*?]+(\/\d+)?$/.test(bare) || /^[\da-f:.]*:[\da-f:.]*(\/\d+)?$/i.test(bare)
    ? bare
    : null;
}

const prefixOf = (mask: string): number =>
  mask
    .split(".")
    .map((part) => Number(part).toString(2).replaceAll("0", "").length)
    .reduce((sum, bits) => sum + bits, 0);
