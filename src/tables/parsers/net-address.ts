import { endianness } from "node:os";

/** 8 or 32 hex digits, as in /proc/net/tcp: 32-bit words in the machine's byte order. */
export function parseKernelAddress(hex: string): string | undefined {
  if (!/^(?:[0-9A-Fa-f]{8}){1,4}$/.test(hex)) return undefined;
  const bytes = Buffer.from(hex, "hex");
  if (endianness() === "LE") bytes.swap32();
  return formatAddress(bytes);
}

/** 32 hex digits of if_inet6 and ipv6_route: network byte order. */
export function parseNetworkAddress(hex: string): string | undefined {
  return /^[0-9A-Fa-f]{32}$/.test(hex) ? formatAddress(Buffer.from(hex, "hex")) : undefined;
}

function formatAddress(bytes: Buffer): string | undefined {
  if (bytes.length === 4) return bytes.join(".");
  return bytes.length === 16 ? formatIpv6(bytes) : undefined;
}

/** In RFC 5952 form; IPv4-mapped addresses end in dotted form. */
function formatIpv6(bytes: Buffer): string {
  const isMapped =
    bytes.subarray(0, 10).every((byte) => byte === 0) && bytes.readUInt16BE(10) === 0xffff;
  return isMapped ? `::ffff:${bytes.subarray(12).join(".")}` : formatIpv6Groups(bytes);
}

/** 16 bytes in RFC 5952 form: the longest run of two or more zero groups becomes "::". */
export function formatIpv6Groups(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2));
  const zeros = longestZeroRun(groups);
  const text = (part: number[]) => part.map((group) => group.toString(16)).join(":");
  if (zeros.length < 2) return text(groups);
  return `${text(groups.slice(0, zeros.start))}::${text(groups.slice(zeros.start + zeros.length))}`;
}

/** The first of the longest runs. */
function longestZeroRun(groups: number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let length = 0;
  for (const [index, group] of groups.entries()) {
    length = group === 0 ? length + 1 : 0;
    if (length > best.length) best = { start: index - length + 1, length };
  }
  return best;
}

/** The netmask of a prefix length, "255.255.0.0" or "ffff::". */
export function maskOfPrefix(prefix: number, family: "ipv4" | "ipv6"): string {
  const bytes = Buffer.alloc(family === "ipv4" ? 4 : 16);
  for (let bit = 0; bit < prefix; bit++) bytes[bit >> 3]! |= 0x80 >> (bit & 7);
  return formatAddress(bytes)!;
}
