import { isIP } from "node:net";

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
    !matched.some((other) => areApart(other, pattern)) &&
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
    (pattern) => !inner.some((other) => areApart(other, pattern)),
  );
  const [first, ...rest] = inner;
  if (first === undefined && exceptions.length === 0) return "";
  const excluded = exceptions.map((pattern) => `!${pattern}`);
  return [[...excluded, first ?? "*"].join(","), ...rest].join(" ");
}

const narrowest = (patterns: string[]) =>
  leftBy(
    patterns.filter((pattern) => pattern !== "*"),
    (pattern, other) => isWithin(other, pattern),
  );

const widest = (patterns: string[]) => leftBy(patterns, isWithin);

/** Removes redundant patterns; of two equivalent ones the first stays. */
const leftBy = (patterns: string[], isNeedless: (pattern: string, other: string) => boolean) =>
  patterns.filter(
    (pattern, at) =>
      !patterns.some(
        (other, i) =>
          i !== at && isNeedless(pattern, other) && (i < at || !isNeedless(other, pattern)),
      ),
  );

/** Whether every match of `inner` matches `outer`. Unknown for names with wildcards. */
function isWithin(inner: string, outer: string): boolean {
  const [small, large] = [rangeOf(inner), rangeOf(outer)];
  if (!small || !large || small.family !== large.family) return false;
  return large.first <= small.first && small.last <= large.last;
}

/** Whether no client can match both. */
function areApart(one: string, other: string): boolean {
  const [a, b] = [rangeOf(one), rangeOf(other)];
  return a !== undefined && b !== undefined && !meet(a, b);
}

interface Range {
  family: number;
  first: bigint;
  last: bigint;
}

const meet = (a: Range, b: Range) =>
  a.family === b.family && a.first <= b.last && b.first <= a.last;

/** The address range of an address or a block; undefined for a pattern with wildcards or a name. */
function rangeOf(pattern: string): Range | undefined {
  const [address = "", prefix] = pattern.split("/");
  const family = isIP(address);
  const width = family === 4 ? 32 : 128;
  const bits = prefix === undefined ? width : Number(prefix);
  if (family === 0 || !Number.isInteger(bits) || bits < 0 || bits > width) return undefined;
  const number = family === 4 ? ipv4Number(address) : ipv6Number(address);
  const size = 1n << BigInt(width - bits);
  const first = (number / size) * size;
  return { family, first, last: first + size - 1n };
}

const ipv4Number = (address: string) =>
  address.split(".").reduce((number, part) => number * 256n + BigInt(part), 0n);

function ipv6Number(address: string): bigint {
  const plain = address.replace(/%.*$/, "").replace(/\d+\.\d+\.\d+\.\d+$/, (dotted) => {
    const number = ipv4Number(dotted);
    return `${(number >> 16n).toString(16)}:${(number & 0xffffn).toString(16)}`;
  });
  const [head = "", tail] = plain.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const after = tail === undefined ? [] : groups(tail);
  const zeros = Array<string>(8 - groups(head).length - after.length).fill("0");
  return [...groups(head), ...zeros, ...after].reduce(
    (number, group) => (number << 16n) + BigInt(`0x${group}`),
    0n,
  );
}
