import { type IpRange, parseCidr } from "./cidr.ts";

/**
 * Forbidden ranges, narrower ones first: the IANA registries of special-purpose addresses (RFC 6890
 * and its updates) and the metadata services of clouds, which serve instance credentials.
 */
const kinds: [kind: string, ranges: string[]][] = [
  [
    "a cloud's metadata address",
    [
      "169.254.169.254",
      "169.254.170.2",
      "169.254.170.23",
      "100.100.100.200",
      "168.63.129.16",
      "192.0.0.192",
      "fd00:ec2::254",
      "fd00:ec2::23",
      "fd20:ce::254",
    ],
  ],
  ["the broadcast address", ["255.255.255.255"]],
  ["the unspecified address", ["0.0.0.0", "::"]],
  ["a loopback address", ["127.0.0.0/8", "::1"]],
  ["a private address", ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"]],
  ["a link-local address", ["169.254.0.0/16", "fe80::/10"]],
  ["an address shared behind a carrier's NAT", ["100.64.0.0/10"]],
  ["a multicast address", ["224.0.0.0/4", "ff00::/8"]],
  [
    "an address for documentation",
    ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"],
  ],
  ["an address for benchmarks", ["198.18.0.0/15", "2001:2::/48"]],
  // Teredo and 6to4 embed an IPv4 address whose target can't be checked here.
  ["a tunnel's address", ["2001::/32", "2002::/16", "192.88.99.0/24", "64:ff9b:1::/48"]],
  ["a reserved address", ["0.0.0.0/8", "192.0.0.0/24", "240.0.0.0/4", "2001::/23", "3ffe::/16"]],
];

export const specialRanges: { kind: string; range: IpRange }[] = kinds.flatMap(([kind, ranges]) =>
  ranges.map((text) => ({ kind, range: parseCidr(text)! })),
);

/** The allocated public IPv6 range. */
export const publicIpv6: IpRange = parseCidr("2000::/3")!;
