import {
  type ConnectionFilter,
  createInboundFilter,
  createOutboundFilter,
} from "../../../core/firewall/connection-filter.ts";
import { withNamedSets } from "../../../core/firewall/named-sets.ts";
import { type Ip, type IpRange, ipKey, parseBlock, parseIp, rangeKey } from "../../../core/ip.ts";
import { isIpv4, isLinkLocal, isLoopbackIp, isPublic } from "../addresses/special-ranges.ts";
import { availableRows, completeRows, type FactRow } from "./fact-rows.ts";
import type { HostFacts } from "./types.ts";

/** An address at which other hosts can reach the host. */
export interface HostAddress {
  text: string;
  ip: Ip;
  /** Equal for equal addresses. */
  key: string;
  /** The subnet of its interface; null if unknown. */
  subnet: IpRange | null;
  iface: string;
  /** Equal for addresses that firewalls and routes treat alike. */
  kind: string;
  /** Row of the fact "addresses"; -1 if only the agent reported the address. */
  row: number;
}

export interface ObservedConnection {
  /** Key of the remote address. */
  remote: string;
  direction: "in" | "out";
  /** Port of the host that accepted the connection. */
  port: number;
}

export interface Listener {
  ip: Ip;
  row: number;
  process: string;
}

/** An address from which a connection would come. */
export interface SourceAddress {
  text: string;
  range: IpRange;
  /** Null if it stands for many addresses. */
  ip: Ip | null;
  /** Equal for equal addresses. */
  key: string;
  /** Names of its host. */
  names: string[];
}

/** The facts that decide who can connect to a host and from which addresses it connects. */
export interface HostNetwork {
  hostname: string;
  /** Lower case, the full name first. */
  names: string[];
  addresses: HostAddress[];
  /** Its addresses as other hosts see them. */
  sources: SourceAddress[];
  /** By TCP port; null if unknown. */
  listeners: Map<number, Listener[]> | null;
  /** The filter of connections to it; null if its rules are unknown. */
  firewall: ConnectionFilter | null;
  /** The filter of connections that it makes; null if its rules are unknown. */
  outgoing: ConnectionFilter | null;
  /** Rows of "flows" by `arrivalKey` and `departureKey`. */
  flows: Map<string, number>;
  /** By local port: the row of a connection from a public address. */
  publicFlows: Map<number, number>;
  /** Distinct connections to local ports and from this host to remote ports. */
  connections: ObservedConnection[];
}

/**
 * Interfaces to the host's own containers and virtual machines: their addresses repeat on every
 * host.
 */
const inner =
  /^(?:lo\d*|docker.*|br-.*|virbr.*|veth.*|cni.*|flannel.*|cali.*|podman.*|lx[cd]br.*|vboxnet.*|vmnet.*|bridge1\d\d|awdl\d*|llw\d*)$/;
const maxFlows = 2_000;

/** Reads the network facts of a host. */
export function hostNetworkOf({ hostname, addresses, results }: HostFacts): HostNetwork {
  const called = [hostname.toLowerCase(), hostname.toLowerCase().replace(/\..*$/, "")];
  const filterRows = completeRows(results.get("inbound_filters"));
  const outgoingRows = completeRows(results.get("outbound_filters"));
  const listenerRows = completeRows(results.get("listeners"));
  const names = [...new Set(called)];
  const listeners = listenerRows && listenersOf(listenerRows);
  const known = addressesOf(availableRows(results.get("addresses")), addresses);
  return {
    hostname,
    names,
    addresses: known,
    sources: known.map(({ text, ip, key }) => ({
      text,
      ip,
      key,
      range: { first: ip, last: ip },
      names,
    })),
    listeners,
    firewall: filterRows && createInboundFilter(filterRows.map(withNamedSets)),
    outgoing: outgoingRows && createOutboundFilter(outgoingRows.map(withNamedSets)),
    ...flowsOf(availableRows(results.get("flows")), listeners),
  };
}

function addressesOf(rows: FactRow[], own: string[]): HostAddress[] {
  const found = new Map<string, HostAddress>();
  const hidden = new Set<string>();
  for (const [row, cell] of rows.entries()) {
    const text = cell("address").replace(/%.*$/, "");
    const ip = parseIp(text);
    if (!ip) continue;
    const iface = cell("interface");
    const key = ipKey(ip);
    if (inner.test(iface)) hidden.add(key);
    else if (!isLoopbackIp(ip) && !isLinkLocal(ip))
      found.set(
        key,
        withKind({ text, ip, key, subnet: parseBlock(text, cell("mask")), iface, row }),
      );
  }
  for (const text of own) {
    const ip = parseIp(text);
    if (!ip || isLoopbackIp(ip) || isLinkLocal(ip)) continue;
    const key = ipKey(ip);
    if (hidden.has(key) || found.has(key)) continue;
    found.set(key, withKind({ text, ip, key, subnet: null, iface: "", row: -1 }));
  }
  return [...found.values()];
}

function withKind(address: Omit<HostAddress, "kind">): HostAddress {
  const { ip, subnet, iface } = address;
  const kind = [isIpv4(ip), isPublic(ip), iface, subnet ? rangeKey(subnet) : ""].join(" ");
  return { ...address, kind };
}

function listenersOf(rows: FactRow[]): Map<number, Listener[]> {
  const listeners = new Map<number, Listener[]>();
  for (const [row, cell] of rows.entries()) {
    const ip = parseIp(cell("address"));
    const port = Number(cell("port"));
    if (!ip || !/^(?:6|tcp6?)?$/i.test(cell("protocol")) || !(port > 0)) continue;
    const process = cell("process_name").slice(0, 255);
    listeners.set(port, [...(listeners.get(port) ?? []), { ip, row, process }]);
  }
  return listeners;
}

/**
 * Keys of a connection from a remote address to a local port, and from a local address to a remote
 * port.
 */
export const arrivalKey = (port: number, remoteKey: string): string => `in ${port} ${remoteKey}`;
export const departureKey = (localKey: string, remoteKey: string, port: number): string =>
  `out ${localKey} ${remoteKey} ${port}`;

/** Flows don't record who connected: the side that listens on the port accepted the connection. */
function flowsOf(
  rows: FactRow[],
  listeners: HostNetwork["listeners"],
): Pick<HostNetwork, "flows" | "publicFlows" | "connections"> {
  const flows = new Map<string, number>();
  const publicFlows = new Map<number, number>();
  const connections = new Map<string, ObservedConnection>();
  const add = (connection: ObservedConnection) =>
    connections.set(Object.values(connection).join(" "), connection);
  for (const [row, cell] of rows.slice(0, maxFlows).entries()) {
    const remote = parseIp(cell("remote_address"));
    if (!remote || isLoopbackIp(remote)) continue;
    const [here, there] = [Number(cell("local_port")), Number(cell("remote_port"))];
    const key = ipKey(remote);
    if (listeners?.has(here) ?? true) {
      flows.set(arrivalKey(here, key), row);
      add({ remote: key, direction: "in", port: here });
      if (isPublic(remote)) publicFlows.set(here, row);
    }
    const local = parseIp(cell("local_address"));
    if (local && !listeners?.has(here)) {
      flows.set(departureKey(ipKey(local), key, there), row);
      add({ remote: key, direction: "out", port: there });
    }
  }
  return { flows, publicFlows, connections: [...connections.values()] };
}
