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

/** How packets get there; `observed`: a connection was, so nothing on the route blocks them. */
export interface Route extends Reach {
  observed: boolean;
}

interface RouteTerms extends ReachTerms {
  port: number;
  sockets: Listener[];
}

export function findRoute(source: SourceAddress, terms: RouteTerms): Route {
  const { from, to } = terms;
  if (from === to) return { ...proven(null), observed: false };
  if (from === null) return fromInternet(terms);
  const observed = flowBetween(source, terms);
  if (observed) return { ...proven(observed), observed: true };
  const near = sharedSubnet(source, terms);
  if (near) return { ...proven({ side: "to", fact: "addresses", row: near.row }), observed: false };
  return notObserved(`no route between ${from.hostname} and ${to.hostname} was observed`);
}

const proven = (proof: ReachProof | null): Reach => ({ state: "proven", why: null, proof });
const notObserved = (why: string): Route => ({
  state: "inferred",
  why,
  proof: null,
  observed: false,
});

function fromInternet({ to, port, sockets }: RouteTerms): Route {
  const row = to.publicFlows.get(port);
  if (row !== undefined) return { ...proven({ side: "to", fact: "flows", row }), observed: true };
  if (servedAddresses(to, sockets).some(({ ip }) => isPublic(ip)))
    return notObserved(`no connection from the internet to ${to.hostname} was observed`);
  return {
    ...notObserved(`${to.hostname} has no public address, and no connection from one was observed`),
    state: "refuted",
  };
}

/** A connection that either host reported. */
function flowBetween({ key }: SourceAddress, { from, to, port }: RouteTerms): ReachProof | null {
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

/** The target's address in the same subnet as the source. */
function sharedSubnet(
  { ip }: SourceAddress,
  { to, sockets, isUniqueSubnet }: RouteTerms,
): HostAddress | undefined {
  return servedAddresses(to, sockets).find(
    ({ subnet }) => ip && subnet && isInRange(ip, subnet) && isUniqueSubnet(subnet),
  );
}

/** Addresses that the sockets listen on. */
export function servedAddresses({ addresses }: HostNetwork, sockets: Listener[]): HostAddress[] {
  if (sockets.length === 0) return addresses;
  return addresses.filter((address) => sockets.some((socket) => serves(socket, address)));
}

/** "::" also serves IPv4 unless the system is configured otherwise. */
function serves({ ip }: Listener, address: HostAddress): boolean {
  if (isWildcard(ip)) return isIpv4(ip) ? isIpv4(address.ip) : true;
  return ip.every((word, at) => word === address.ip[at]);
}
