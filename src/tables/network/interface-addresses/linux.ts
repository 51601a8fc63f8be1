import { networkInterfaces } from "node:os";
import { type Gap, gapOf, unavailableFor } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import type { Row } from "../../model/table.ts";
import { maskOfPrefix } from "../../parsers/net-address.ts";

/**
 * Addresses by interface. Only netlink has them all: no file in /proc maps IPv4 addresses to
 * interfaces. Uses `ip`, or Node where it is missing, which leaves out interfaces that are down.
 */
export async function collectLinux(host: Host): Promise<{ rows: Row[]; gaps: Gap[] }> {
  const asked = await askIp(host);
  if (Array.isArray(asked)) return { rows: asked, gaps: [] };
  if (host.root !== "/") throw unavailableFor(asked);
  const rows = addressesOfNode(networkInterfaces());
  return { rows, gaps: missingFrom(rows, host) };
}

/** Rows, or a gap when `ip` is missing or is busybox's, which has no JSON output. */
async function askIp(host: Host): Promise<Row[] | Gap> {
  try {
    const { stdout, exitCode } = await host.run("ip", ["-j", "addr", "show"]);
    const rows = exitCode === 0 ? parseIpAddresses(stdout) : undefined;
    return rows ?? { reason: "error", detail: "ip: no addresses in its output" };
  } catch (error) {
    return gapOf(error, "ip");
  }
}

interface IpAddress {
  local?: string;
  prefixlen?: number;
  family?: string;
  broadcast?: string;
  /** The other end of a point-to-point link. */
  address?: string;
  dynamic?: boolean;
}

/** Parses `ip -j addr show`; undefined when it isn't JSON. */
export function parseIpAddresses(text: string): Row[] | undefined {
  const links = parseList(text);
  return links?.flatMap((link) => {
    const { ifname, addr_info: addresses } = link as { ifname?: string; addr_info?: IpAddress[] };
    if (!Array.isArray(addresses)) return [];
    return addresses
      .filter((address) => typeof address?.local === "string")
      .map((address) => ({
        interface: ifname ?? null,
        address: address.local,
        mask: maskOfPrefix(address.prefixlen ?? 0, address.family === "inet6" ? "ipv6" : "ipv4"),
        broadcast: address.broadcast ?? null,
        point_to_point: address.address ?? null,
        type: originOf(address),
      }));
  });
}

/** An address that expires came from DHCP (IPv4) or usually from router advertisements (IPv6). */
function originOf({ dynamic, family }: IpAddress): string {
  if (!dynamic) return "manual";
  return family === "inet6" ? "auto" : "dhcp";
}

function parseList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value)
      ? value.filter((each) => typeof each === "object" && each)
      : undefined;
  } catch {
    return undefined;
  }
}

function addressesOfNode(interfaces: ReturnType<typeof networkInterfaces>): Row[] {
  return Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses.map(({ address, netmask }) => ({
      interface: name,
      address,
      mask: netmask,
      type: null,
    })),
  );
}

/** Local IPv4 addresses of the kernel that are in no row. */
function missingFrom(rows: Row[], host: Host): Gap[] {
  const seen = new Set(rows.map((row) => row.address));
  try {
    const missed = parseLocalAddresses(host.read("/proc/net/fib_trie")).filter(
      (ip) => !seen.has(ip),
    );
    if (missed.length === 0) return [];
    return [
      {
        reason: "table_missing",
        detail: `ip is not installed: interface of ${missed.join(", ")} unknown`,
      },
    ];
  } catch (error) {
    return [gapOf(error, "/proc/net/fib_trie")];
  }
}

/** Addresses that fib_trie marks "/32 host LOCAL". */
export function parseLocalAddresses(text: string): string[] {
  const found = text.matchAll(/\|-- ([\d.]+)\n\s+\/32 host LOCAL/g);
  return [...new Set([...found].map((match) => match[1]!))];
}
