import { type IpRange, parseRange } from "../../../core/ip.ts";
import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Row } from "../../model/table.ts";
import { collectLinux as collectAddresses } from "../../network/interface-addresses/linux.ts";
import { parseIpv4Routes, parseIpv6Routes } from "../../parsers/proc/net-routes.ts";

/** An interface at which connections of one address family arrive from other networks. */
export interface Entrance {
  iface: string;
  isIpv4: boolean;
  /** The interface's own addresses. */
  addresses: IpRange[];
}

/**
 * Interfaces with a default route; without any, all that have an address. Addresses that are valid
 * on one link only (fe80::) don't count.
 */
export async function readEntrances(host: Host): Promise<Entrance[]> {
  const { rows } = await collectAddresses(host);
  const entrances = new Map<string, Entrance>();
  for (const { interface: iface, address } of rows) {
    const text = String(address);
    const range = parseRange(text);
    if (iface === "lo" || !range || /^fe[89ab]/i.test(text)) continue;
    const isIpv4 = !text.includes(":");
    const key = `${iface} ${isIpv4}`;
    const known = entrances.get(key) ?? { iface: String(iface), isIpv4, addresses: [] };
    known.addresses.push(range);
    entrances.set(key, known);
  }
  const routed = interfacesWithDefaultRoute(host);
  const leading = [...entrances.values()].filter(({ iface }) => routed.has(iface));
  return leading.length > 0 ? leading : [...entrances.values()];
}

function interfacesWithDefaultRoute(host: Host): Set<string> {
  const read = gapReader(host);
  const routes: Row[] = [
    ...parseIpv4Routes(read.text("/proc/net/route") ?? ""),
    ...parseIpv6Routes(read.text("/proc/net/ipv6_route") ?? ""),
  ];
  const defaults = routes.filter(({ netmask, type }) => netmask === 0 && type === "gateway");
  return new Set(defaults.map((route) => String(route.interface)));
}
