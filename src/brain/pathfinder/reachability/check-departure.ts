import type { Verdict } from "../../../core/firewall/connection-filter.ts";
import { type IpRange, isInRange } from "../../../core/ip.ts";
import { everyIpv4, isIpv4 } from "../addresses/special-ranges.ts";
import type { HostNetwork, Listener, SourceAddress } from "../model/host-network.ts";
import { servedAddresses } from "./find-route.ts";
import { openSockets } from "./open-sockets.ts";

/** A connection that a host makes from one of its addresses. */
export interface Departure {
  source: SourceAddress;
  from: HostNetwork;
  to: HostNetwork;
  /** The port to which it is made. */
  port: number;
  /** The one of the socket, if the host redirects it there. */
  served?: number;
}

/** Whether the host's own firewall lets the connection out. */
export function checkDeparture({ source, from, to, port, served = port }: Departure): Verdict {
  if (!from.outgoing) return unknown;
  if (from.outgoing.allowsAll) return open;
  const destinations =
    from === to
      ? [source.range]
      : destinationsOf(to, openSockets(served, { from, to }), isIpv4(source.range.first));
  return from.outgoing.evaluate({
    protocol: "tcp",
    source: source.range,
    destinations,
    port,
    iniface: "",
    outiface: from === to ? "lo" : commonInterface(from, destinations),
    isIpv4: isIpv4(source.range.first),
  });
}

const unknown: Verdict = { verdict: "unknown", row: -1, byPolicy: false };
export const open: Verdict = { verdict: "accept", row: -1, byPolicy: false };

/** Possible destinations: addresses that the sockets serve, in the source's address family. */
export function destinationsOf(to: HostNetwork, sockets: Listener[], ofIpv4: boolean): IpRange[] {
  const own = servedAddresses(to, sockets).filter(({ ip }) => isIpv4(ip) === ofIpv4);
  return own.length === 0 ? [everyIpv4] : own.map(({ ip }) => ({ first: ip, last: ip }));
}

/** The interface towards all of these; null if it isn't the same or unknown. */
function commonInterface(from: HostNetwork, destinations: IpRange[]): string | null {
  const names = new Set(destinations.map(({ first }) => interfaceTowards(from, first)));
  const [name = null] = names;
  return names.size === 1 ? name : null;
}

/** The interface for packets to or from this address, as far as the host's subnets show. */
export function interfaceTowards(
  { addresses }: HostNetwork,
  ip: IpRange["first"] | null,
): string | null {
  const near = addresses.find(({ subnet }) => subnet && ip && isInRange(ip, subnet));
  if (near) return near.iface || null;
  const names = new Set(addresses.map(({ iface }) => iface));
  const [only] = names;
  return names.size === 1 && only ? only : null;
}
