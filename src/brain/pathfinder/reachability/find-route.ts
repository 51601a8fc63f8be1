import { isInRange } from "../../../core/ip.ts";
import { isIpv4, isPublic, isWildcard } from "../addresses/special-ranges.ts";
import {
  arrivalKey,
  departureKey,
  type HostAddress,
  type HostNetwork,
  type Listener,
  type SourceAddress,
} from "../model/host-network.ts";
import type { Reach, ReachProof, ReachTerms } from "./reach.ts";

/** How packets get there; `seen`: a connection was, so nothing on the way keeps them out. */
export interface Route extends Reach {
  observed: boolean;
}

interface Way extends ReachTerms {
  port: number;
  sockets: Listener[];
}

export function findRoute(source: SourceAddress, way: Way): Route {
  const { from, to } = way;
  if (from === to) return { ...proven(null), observed: false };
  if (from === null) return fromInternet(way);
  const seen = flowBetween(source, way);
  if (seen) return { ...proven(seen), observed: true };
  const near = sharedSubnet(source, way);
  if (near) return { ...proven({ side: "to", fact: "addresses", row: near.row }), observed: false };
  return notSeen(`no route between ${from.hostname} and ${to.hostname} was seen`);
}

const proven = (proof: ReachProof | null): Reach => ({ state: "proven", why: null, proof });
const notSeen = (why: string): Route => ({ state: "inferred", why, proof: null, observed: false });

function fromInternet({ to, port, sockets }: Way): Route {
  const row = to.publicFlows.get(port);
  if (row !== undefined) return { ...proven({ side: "to", fact: "flows", row }), observed: true };
  if (servedAddresses(to, sockets).some(({ ip }) => isPublic(ip)))
    return notSeen(`no connection from the internet to ${to.hostname} was seen`);
  return {
    ...notSeen(`${to.hostname} has no public address, and no connection from one was seen`),
    state: "refuted",
  };
}

/** A connection that either host saw. */
function flowBetween({ key }: SourceAddress, { from, to, port }: Way): ReachProof | null {
  if (key === "" || !from) return null;
  const arrived = to.flows.size > 0 ? to.flows.get(arrivalKey(port, key)) : undefined;
  if (arrived !== undefined) return { side: "to", fact: "flows", row: arrived };
  if (from.flows.size === 0) return null;
  for (const address of to.addresses) {
    const left = from.flows.get(departureKey(key, address.key, port));
    if (left !== undefined) return { side: "from", fact: "flows", row: left };
  }
  return null;
}

/** The host's address in the subnet of who comes. */
function sharedSubnet(
  { ip }: SourceAddress,
  { to, sockets, isUniqueSubnet }: Way,
): HostAddress | undefined {
  return servedAddresses(to, sockets).find(
    ({ subnet }) => ip && subnet && isInRange(ip, subnet) && isUniqueSubnet(subnet),
  );
}

/** Addresses at which the sockets are. */
export function servedAddresses({ addresses }: HostNetwork, sockets: Listener[]): HostAddress[] {
  if (sockets.length === 0) return addresses;
  return addresses.filter((address) => sockets.some((socket) => serves(socket, address)));
}

/** "::" serves IPv4 as well, unless the system was told otherwise. */
function serves({ ip }: Listener, address: HostAddress): boolean {
  if (isWildcard(ip)) return isIpv4(ip) ? isIpv4(address.ip) : true;
  return ip.every((word, at) => word === address.ip[at]);
}
