import { embeddedIn, type IpRange, isInRange } from "./cidr.ts";
import { type IpBytes, parseIpAddress } from "./ip-address.ts";
import { publicIpv6, specialRanges } from "./special-ranges.ts";

/** IPv6 that leads to the IPv4 address in its last four bytes: mapped (RFC 4291), NAT64 (RFC 6052). */
const leadsToIpv4 = [
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff],
  [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0],
].map((start) => Uint8Array.from(start));

/** ISATAP's interface identifiers (RFC 5214), with a private IPv4 address behind them or a global one. */
const isatap = [
  [0, 0, 0x5e, 0xfe],
  [2, 0, 0x5e, 0xfe],
];

/** What an address is that no webhook may go to, such as "a private address"; null when one may. */
export function whyRefused(text: string, allow: IpRange[]): string | null {
  const address = parseIpAddress(text);
  if (!address) return "no address that can be judged";
  const target = leadsTo(address);
  if (allow.some((range) => isInRange(address, range) || isInRange(target, range))) return null;
  const special = specialRanges.find(({ range }) => isInRange(target, range));
  if (special) return special.kind;
  return target.length === 4 ? null : whyNotPublic(target);
}

function leadsTo(address: IpBytes): IpBytes {
  const leads = leadsToIpv4.some((start) => embeddedIn(address, start));
  return leads ? address.subarray(12) : address;
}

function whyNotPublic(address: IpBytes): string | null {
  if (!isInRange(address, publicIpv6)) return "a reserved address";
  const isTunnel = isatap.some((id) => id.every((byte, index) => address[8 + index] === byte));
  return isTunnel ? "a tunnel's address" : null;
}
