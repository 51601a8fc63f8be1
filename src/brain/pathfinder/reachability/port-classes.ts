import { isLoopbackIp } from "../addresses/special-ranges.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { Listener } from "../model/host-network.ts";
import type { HostRecord } from "../model/host-record.ts";
import type { DepartureClasses } from "./departure-classes.ts";
import { servedAddresses } from "./find-route.ts";

/**
 * Classes of ports: all ports of a class are reached by the same sources, as long as no connection
 * between the two hosts was observed.
 */
export interface PortClasses {
  /** The class of a port of a host, by slot. */
  classOf(slot: number, port: number): number;
  /** To be called when the host has changed. */
  forget(slot: number): void;
}

type PortTerms = Pick<EstateGraph, "hostAt" | "index"> & Pick<DepartureClasses, "destinationKey">;

export function createPortClasses({
  hostAt,
  index: { isUniqueSubnet },
  destinationKey,
}: PortTerms): PortClasses {
  const numbers = new Map<string, number>();
  /** By slot: the class by port, as many edges of a host lie behind the same few ports. */
  const known: (Map<number, number> | undefined)[] = [];

  function keyOf({ network, firewallKey, outgoingKey }: HostRecord, port: number): string {
    const sockets =
      network.listeners?.get(port)?.filter(({ ip }) => !isLoopbackIp(ip)) ?? noSockets;
    const listening = network.listeners === null ? "unknown" : sockets.length > 0;
    const served = servedAddresses(network, sockets);
    const answers = network.outgoing?.passesAnswers ? null : network.outgoing;
    const addresses = network.addresses.map((address) => {
      const { kind, subnet, key } = address;
      const isNamed = network.firewall?.matchesDestinations || answers?.matchesSources;
      const exact = isNamed ? key : "";
      const isUnique = subnet !== null && isUniqueSubnet(subnet);
      const isServed = served.includes(address);
      return [isServed, isUnique, kind, exact, isServed ? destinationKey(address) : ""].join(" ");
    });
    const filters = `${firewallKey} ${answers ? outgoingKey : ""}`;
    const own = `${port} ${filters} ${listening} ${network.publicFlows.has(port)}`;
    return [own, ...new Set(addresses.sort())].join("\n");
  }

  return {
    classOf(slot, port) {
      const ofHost = known[slot] ?? new Map<number, number>();
      known[slot] = ofHost;
      const before = ofHost.get(port);
      if (before !== undefined) return before;
      const key = keyOf(hostAt(slot)!, port);
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      ofHost.set(port, number);
      return number;
    },
    forget(slot) {
      known[slot] = undefined;
    },
  };
}

const noSockets: Listener[] = [];
