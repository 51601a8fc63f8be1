import { isIP } from "node:net";
import { type IpRange, overlap, parseBlock } from "../../../core/ip.ts";

/**
 * A class of clients: their addresses match all of `matched` and none of `unmatched` (addresses,
 * CIDR blocks, names with * and ?).
 */
export interface ClientPatterns {
  matched: string[];
  unmatched: string[];
}

/**
 * Whether a client of the class can also match `pattern`, and whether one can also not match it.
 */
export function isPossible(
  { matched, unmatched }: ClientPatterns,
  pattern: string,
  matches: boolean,
): boolean {
  if (pattern === "*") return matches;
  if (!matches) return !matched.some((other) => isWithin(other, pattern));
  return (
    !matched.some((other) => areDisjoint(other, pattern)) &&
    !unmatched.some((other) => isWithin(pattern, other))
  );
}

/**
 * The class as authorized_keys' `from=`: a list of patterns, "!" before excluded ones; "" for every
 * client. Of several lists, separated by blanks, each must match.
 */
export function clientList({ matched, unmatched }: ClientPatterns): string {
  const inner = narrowest(matched);
  const exceptions = widest(unmatched).filter(
    (pattern) => !inner.some((other) => areDisjoint(other, pattern)),
  );
  const [first, ...rest] = inner;
  if (first === undefined && exceptions.length === 0) return "";
  const excluded = exceptions.map((pattern) => `!${pattern}`);
  return [[...excluded, first ?? "*"].join(","), ...rest].join(" ");
}

const narrowest = (patterns: string[]) =>
  withoutRedundant(
    patterns.filter((pattern) => pattern !== "*"),
    (pattern, other) => isWithin(other, pattern),
  );

const widest = (patterns: string[]) => withoutRedundant(patterns, isWithin);

/** Removes redundant patterns; of two equivalent ones the first stays. */
const withoutRedundant = (
  patterns: string[],
  isNeedless: (pattern: string, other: string) => boolean,
) =>
  patterns.filter(
    (pattern, at) =>
      !patterns.some(
        (other, i) =>
          i !== at && isNeedless(pattern, other) && (i < at || !isNeedless(other, pattern)),
      ),
  );

/** Whether every match of `inner` matches `outer`. Unknown for names with wildcards. */
function isWithin(inner: string, outer: string): boolean {
  const [small, large] = [blockOf(inner), blockOf(outer)];
  return small?.family === large?.family && !!small && !!large && overlap(small, large) === "all";
}

/** Whether no client can match both. */
function areDisjoint(one: string, other: string): boolean {
  const [a, b] = [blockOf(one), blockOf(other)];
  return !!a && !!b && (a.family !== b.family || overlap(a, b) === "none");
}

/** The addresses of an address or a CIDR block; null for a pattern with wildcards or a name. */
function blockOf(pattern: string): (IpRange & { family: number }) | null {
  const [address = "", prefix] = pattern.split("/");
  const family = isIP(address);
  if (prefix !== undefined && !/^\d+$/.test(prefix)) return null;
  const block = parseBlock(address, prefix ?? (family === 4 ? "32" : "128"));
  return block && { ...block, family };
}
