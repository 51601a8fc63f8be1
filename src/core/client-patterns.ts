import { type Ip, type IpRange, isInRange, parseIp, parseRange } from "./ip.ts";

/** A client as sshd sees it. */
export interface Client {
  address: string;
  ip: Ip | null;
  /** Its host's names, lower case. */
  names: string[];
}

export function toClient(address: string, names: string[]): Client {
  return { address, ip: parseIp(address), names };
}

/**
 * "named": admitted only by host name, which counts only if the server looks names up (by default
 * sshd doesn't).
 */
export type Admission = "yes" | "named" | "no";

/**
 * Client patterns as in sshd's `from=`; if there are several lists, each has to admit the client.
 */
export interface ClientPatterns {
  lists: ClientPattern[][];
}

interface ClientPattern {
  /** Without the negation. */
  text: string;
  negated: boolean;
  block: IpRange | null;
  /** Matches the address or the name if the pattern isn't a block. */
  wildcard: RegExp;
}

/** Parses lists of patterns, separated by spaces. */
export function parseClientPatterns(text: string): ClientPatterns {
  return { lists: text.split(/\s+/).filter(Boolean).map(parseList) };
}

function parseList(text: string): ClientPattern[] {
  return text.split(",").filter(Boolean).map(parsePattern);
}

function parsePattern(text: string): ClientPattern {
  const negated = text.startsWith("!");
  const bare = (negated ? text.slice(1) : text).toLowerCase();
  // A dash in a host name must not be parsed as an address range.
  const block = /^[\d.]+(?:\/[\d.]+)?$|:/.test(bare) ? parseRange(bare) : null;
  return { text: bare, negated, block, wildcard: wildcardToRegExp(bare) };
}

/** `*` and `?` as in OpenSSH's match_pattern. */
export function wildcardToRegExp(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\*+/g, ".*").replaceAll("?", ".")}$`, "i");
}

/** Whether all lists admit the client. */
export function checkAdmission(patterns: ClientPatterns, client: Client): Admission {
  if (patterns.lists.length === 0) return "yes";
  const answers = patterns.lists.map((list) => admitsByList(list, client));
  if (answers.includes("no")) return "no";
  return answers.includes("named") ? "named" : "yes";
}

/**
 * One negated match refuses the client, whatever else matches (match_host_and_ip in OpenSSH's
 * match.c).
 */
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
