import { parseIpBytes } from "../../core/ip.ts";
import { embeddedIn, type IpRange, isInRange } from "./cidr.ts";
import { publicIpv6, specialRanges } from "./special-ranges.ts";

/** IPv6 prefixes with an IPv4 address in the last four bytes: mapped (RFC 4291), NAT64 (RFC 6052). */
const ipv4Prefixes = [
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff],
  [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0],
].map((start) => Uint8Array.from(start));

/** ISATAP interface identifiers (RFC 5214) for private and global IPv4 addresses. */
const isatap = [
  [0, 0, 0x5e, 0xfe],
  [2, 0, 0x5e, 0xfe],
];

/** The kind of a forbidden address, such as "a private address"; null when deliveries may go there. */
export function refusedKind(text: string, allow: IpRange[]): string | null {
  const address = parseIpBytes(text);
  if (!address) return "not a valid address";
  const target = embeddedTarget(address);
  if (allow.some((range) => isInRange(address, range) || isInRange(target, range))) return null;
  const special = specialRanges.find(({ range }) => isInRange(target, range));
  if (special) return special.kind;
  return target.length === 4 ? null : nonPublicKind(target);
}

function embeddedTarget(address: Uint8Array): Uint8Array {
  const isEmbedded = ipv4Prefixes.some((start) => embeddedIn(address, start));
  return isEmbedded ? address.subarray(12) : address;
}

function nonPublicKind(address: Uint8Array): string | null {
  if (!isInRange(address, publicIpv6)) return "a reserved address";
  const isTunnel = isatap.some((id) => id.every((byte, index) => address[8 + index] === byte));
  return isTunnel ? "a tunnel's address" : null;
}
