import { type Ip, type IpRange, ipKey, parseBlock, parseIp, rangeKey } from "../../../core/ip.ts";
import { isIpv4, isLinkLocal, isLoopbackIp, isPublic } from "../addresses/special-ranges.ts";
import { createInboundFilter, type InboundFilter } from "../firewall/inbound-filter.ts";
import { availableRows, completeRows, type FactRow } from "./fact-rows.ts";
import type { HostFacts } from "./types.ts";

/** An address that others know the host by. */
export interface HostAddress {
  text: string;
  ip: Ip;
  /** The same for the same address. */
  key: string;
  /** Of its interface; null where that is not known. */
  subnet: IpRange | null;
  iface: string;
  /** The same for addresses that firewalls and routes go by in the same way. */
  kind: string;
  /** Of the fact "addresses", -1 where the agent alone says it. */
  row: number;
}

export interface ObservedConnection {
  /** The key of the other address. */
  remote: string;
  direction: "in" | "out";
  /** Of the host that is come to. */
  port: number;
}

export interface Listener {
  ip: Ip;
  row: number;
  process: string;
}

/** Where an arrival would come from. */
export interface SourceAddress {
  text: string;
  range: IpRange;
  /** Null where it stands for many. */
  ip: Ip | null;
  /** The same for the same address. */
  key: string;
  /** Names of its host. */
  names: string[];
}

/** What decides who can connect to a host, and from where it connects. */
export interface HostNetwork {
  hostname: string;
  /** In small letters, the full name first. */
  names: string[];
  addresses: HostAddress[];
  /** Its addresses as others see it come from them. */
  sources: SourceAddress[];
  /** By TCP port; null where that is not known. */
  listeners: Map<number, Listener[]> | null;
  /** Null where its rules are not known. */
  firewall: InboundFilter | null;
  /** Rows of "flows" by `arrivalKey` and `departureKey`. */
  flows: Map<string, number>;
  /** The row of one with a public address, by the port here. */
  publicFlows: Map<number, number>;
  /** Each once: who was seen coming to a port here, and to which port elsewhere this host was seen going. */
  connections: ObservedConnection[];
}

/** Interfaces to containers and virtual machines of the host itself: the same everywhere. */
const inner =
  /^(?:lo\d*|docker.*|br-.*|virbr.*|veth.*|cni.*|flannel.*|cali.*|podman.*|lx[cd]br.*|vboxnet.*|vmnet.*|bridge1\d\d|awdl\d*|llw\d*)$/;
const maxFlows = 2_000;

/** What the facts of a host say of its network. */
export function hostNetworkOf({ hostname, addresses, results }: HostFacts): HostNetwork {
  const called = [hostname.toLowerCase(), hostname.toLowerCase().replace(/\..*$/, "")];
  const filterRows = completeRows(results.get("inbound_filters"));
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
    firewall: filterRows && createInboundFilter(filterRows),
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

/** A connection of a port here with an address there, or of an address here with a port of one there. */
export const arrivalKey = (port: number, remoteKey: string): string => `in ${port} ${remoteKey}`;
export const departureKey = (localKey: string, remoteKey: string, port: number): string =>
  `out ${localKey} ${remoteKey} ${port}`;

/** Which side began isn't said: whoever listens on the port of a connection was come to. */
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
