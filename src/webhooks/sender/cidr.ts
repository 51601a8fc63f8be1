import { parseIpBytes } from "../../core/ip.ts";

/** The addresses with a common prefix. */
export interface IpRange {
  bytes: Uint8Array;
  /** Prefix length in bits. */
  prefix: number;
}

const mappedPrefix = Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]);

/** Parses `10.0.0.0/8`, `fd00::/8` or a single address; null for anything else. */
export function parseCidr(text: string): IpRange | null {
  const [address = "", length, ...rest] = text.trim().split("/");
  const bytes = address.includes("%") ? null : parseIpBytes(address);
  if (!bytes || rest.length > 0) return null;
  const maxPrefix = bytes.length * 8;
  if (length === undefined) return asIpv4({ bytes, prefix: maxPrefix });
  if (!/^(0|[1-9]\d{0,2})$/.test(length) || Number(length) > maxPrefix) return null;
  return asIpv4({ bytes, prefix: Number(length) });
}

/** Converts a range of IPv4-mapped IPv6 addresses to IPv4, as addresses are checked in that form. */
function asIpv4(range: IpRange): IpRange {
  const isMapped = range.prefix >= 96 && embeddedIn(range.bytes, mappedPrefix);
  return isMapped ? { bytes: range.bytes.subarray(12), prefix: range.prefix - 96 } : range;
}

/** Whether an IPv6 address begins with these bytes. */
export function embeddedIn(address: Uint8Array, start: Uint8Array): boolean {
  return address.length === 16 && start.every((byte, index) => address[index] === byte);
}

export function isInRange(address: Uint8Array, { bytes, prefix }: IpRange): boolean {
  if (address.length !== bytes.length) return false;
  const whole = prefix >> 3;
  for (let index = 0; index < whole; index += 1) {
    if (address[index] !== bytes[index]) return false;
  }
  const bits = prefix & 7;
  return bits === 0 || (address[whole]! ^ bytes[whole]!) >> (8 - bits) === 0;
}
