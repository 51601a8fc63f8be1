import { isIP, isIPv4 } from "node:net";

/** An address as four 32-bit words; IPv4 is mapped into IPv6, so that both compare alike. */
export type Ip = readonly [number, number, number, number];

/** Addresses from `first` to `last`, both included. */
export interface IpRange {
  first: Ip;
  last: Ip;
}

const mappedPrefix = 0xffff;

/**
 * Parses an address and ignores its zone; null if the text is no address. No library: ipaddr.js
 * takes ::8.8.8.8 for an IPv4-mapped address, and octal and shortened forms for IPv4.
 */
export function parseIp(text: string): Ip | null {
  const bare = text.replace(/%.*$/, "");
  const family = isIP(bare);
  if (family === 4) return [0, 0, mappedPrefix, ipv4Word(bare)];
  return family === 6 ? ipv6Words(bare) : null;
}

/** The 4 bytes of an IPv4 address or the 16 of an IPv6 one, even of an IPv4-mapped one. */
export function parseIpBytes(text: string): Uint8Array | null {
  const [bare = ""] = text.split("%", 1);
  const isIpv6 = bare.includes(":");
  // Only IPv6 addresses have zones.
  const ip = isIpv6 || bare === text ? parseIp(bare) : null;
  return ip && Uint8Array.from((isIpv6 ? ip : ip.slice(3)).flatMap(bytesOfWord));
}

const bytesOfWord = (word: number) => [
  word >>> 24,
  (word >>> 16) & 255,
  (word >>> 8) & 255,
  word & 255,
];

/**
 * Parses "10.0.0.5", "10.0.0.0/8", "10.0.0.0/255.0.0.0" or "10.0.0.1-10.0.0.9"; null for anything
 * else.
 */
export function parseRange(text: string): IpRange | null {
  const dash = text.indexOf("-");
  if (dash > 0) return between(parseIp(text.slice(0, dash)), parseIp(text.slice(dash + 1)));
  const slash = text.indexOf("/");
  if (slash < 0) {
    const ip = parseIp(text);
    return ip && { first: ip, last: ip };
  }
  return parseBlock(text.slice(0, slash), text.slice(slash + 1));
}

/** The block around `address` with this mask ("24", "255.255.255.0", "ffff:ffff::"). */
export function parseBlock(address: string, mask: string): IpRange | null {
  const ip = parseIp(address);
  const bits = ip && maskBits(mask, isIPv4(address.replace(/%.*$/, "")));
  return ip && bits !== null ? rangeOfBits(ip, bits) : null;
}

function between(first: Ip | null, last: Ip | null): IpRange | null {
  return first && last && compareIps(first, last) <= 0 ? { first, last } : null;
}

/** Order for sorting: negative, 0 or positive. */
export function compareIps(a: Ip, b: Ip): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3];
}

/** Whether all, some or none of `part` is in `whole`. */
export function overlap(part: IpRange, whole: IpRange): "all" | "none" | "some" {
  if (compareIps(part.last, whole.first) < 0 || compareIps(part.first, whole.last) > 0)
    return "none";
  const inside = compareIps(part.first, whole.first) >= 0 && compareIps(part.last, whole.last) <= 0;
  return inside ? "all" : "some";
}

export const isInRange = (ip: Ip, whole: IpRange): boolean =>
  compareIps(ip, whole.first) >= 0 && compareIps(ip, whole.last) <= 0;

/** The same text for every spelling of an address. */
export const ipKey = (ip: Ip): string => ip.map((word) => word.toString(36)).join(".");

export const rangeKey = ({ first, last }: IpRange): string => `${ipKey(first)}-${ipKey(last)}`;

function rangeOfBits(ip: Ip, bits: number): IpRange {
  const first: number[] = [];
  const last: number[] = [];
  for (const [at, word] of ip.entries()) {
    const own = Math.min(Math.max(bits - 32 * at, 0), 32);
    const mask = own === 0 ? 0 : (0xffffffff << (32 - own)) >>> 0;
    first.push((word & mask) >>> 0);
    last.push((word | ~mask) >>> 0);
  }
  return { first: first as unknown as Ip, last: last as unknown as Ip };
}

/** The prefix length in 128 bits; null if the mask isn't contiguous. */
function maskBits(mask: string, ofIpv4: boolean): number | null {
  const before = ofIpv4 ? 96 : 0;
  if (/^\d{1,3}$/.test(mask)) return Number(mask) + before <= 128 ? Number(mask) + before : null;
  const words = parseIp(mask);
  if (!words) return null;
  const binary = (ofIpv4 ? [words[3]] : [...words]).map((word) =>
    word.toString(2).padStart(32, "0"),
  );
  const ones = /^(1*)0*$/.exec(binary.join(""));
  return ones ? ones[1]!.length + before : null;
}

const ipv4Word = (text: string) =>
  text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);

function ipv6Words(text: string): Ip {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const tail = dotted ? ipv4Word(dotted[2]!) : 0;
  const hex = dotted
    ? `${dotted[1]}${(tail >>> 16).toString(16)}:${(tail & 0xffff).toString(16)}`
    : text;
  const [head = "", rest] = hex.split("::");
  const before = head.split(":").filter(Boolean);
  const after = (rest ?? "").split(":").filter(Boolean);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const groups = [...before, ...(rest === undefined ? [] : zeros), ...after];
  const words = [0, 2, 4, 6].map(
    (at) => Number.parseInt(groups[at]!, 16) * 0x10000 + Number.parseInt(groups[at + 1]!, 16),
  );
  return words as unknown as Ip;
}
