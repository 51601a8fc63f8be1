import { type Ip, type IpRange, isInRange, parseIp, parseRange } from "./ip.ts";

/** What a client comes with. */
export interface Client {
  address: string;
  ip: Ip | null;
  /** Its host's names, in small letters. */
  names: string[];
}

export function toClient(address: string, names: string[]): Client {
  return { address, ip: parseIp(address), names };
}

/**
 * "named": only by a host name, which counts where the server looks names up (sshd by default
 * does not).
 */
export type Admission = "yes" | "named" | "no";

/** Client patterns as sshd has them in `from=`; several lists in a row have to admit all. */
export interface ClientPatterns {
  lists: ClientPattern[][];
}

interface ClientPattern {
  /** Without its negation. */
  text: string;
  negated: boolean;
  block: IpRange | null;
  /** For what isn't a block: wildcards over the address or the name. */
  wildcard: RegExp;
}

/** The patterns of `text`: lists of theirs are separated by space. */
export function parseClientPatterns(text: string): ClientPatterns {
  return { lists: text.split(/\s+/).filter(Boolean).map(parseList) };
}

function parseList(text: string): ClientPattern[] {
  return text.split(",").filter(Boolean).map(parsePattern);
}

function parsePattern(text: string): ClientPattern {
  const negated = text.startsWith("!");
  const bare = (negated ? text.slice(1) : text).toLowerCase();
  // A dash is a range to parseRange, in a host's name it is none.
  const block = /^[\d.]+(?:\/[\d.]+)?$|:/.test(bare) ? parseRange(bare) : null;
  return { text: bare, negated, block, wildcard: wildcardToRegExp(bare) };
}

/** `*` and `?` as in OpenSSH's match_pattern. */
export function wildcardToRegExp(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\*+/g, ".*").replaceAll("?", ".")}$`, "i");
}

/** Whether the patterns let in who comes from there. */
export function checkAdmission(patterns: ClientPatterns, client: Client): Admission {
  if (patterns.lists.length === 0) return "yes";
  const answers = patterns.lists.map((list) => admitsByList(list, client));
  if (answers.includes("no")) return "no";
  return answers.includes("named") ? "named" : "yes";
}

/** One negated match refuses, whatever else matches (match_host_and_ip in OpenSSH's match.c). */
function admitsByList(list: ClientPattern[], { address, ip, names }: Client): Admission {
  const byAddress = (pattern: ClientPattern) =>
    pattern.block ? ip !== null && isInRange(ip, pattern.block) : pattern.wildcard.test(address);
  const byName = (pattern: ClientPattern) =>
    !pattern.block && names.some((name) => pattern.wildcard.test(name));
  if (list.some((pattern) => pattern.negated && (byAddress(pattern) || byName(pattern))))
    return "no";
  const positive = list.filter(({ negated }) => !negated);
  if (positive.some(byAddress)) return "yes";
  return positive.some(byName) ? "named" : "no";
}
