import { isLoopbackIp } from "../addresses/special-ranges.ts";
import { growArray } from "../graph/grow-array.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { Listener } from "../model/host-network.ts";
import type { HostRecord } from "../model/host-record.ts";
import { servedAddresses } from "./find-route.ts";

/**
 * Classes of ports: all ports of a class are reached by the same sources, as long as no connection
 * between the two hosts was observed.
 */
export interface PortClasses {
  /** The class of a port of a host, by slot. */
  classOf(slot: number, port: number): number;
}

export function createPortClasses({
  hostAt,
  index: { isUniqueSubnet },
}: Pick<EstateGraph, "hostAt" | "index">): PortClasses {
  const numbers = new Map<string, number>();
  /**
   * By slot: the port looked up last, because most hosts are asked about one port again and again.
   */
  let lastPorts = new Int32Array(0);
  let lastNumbers = new Int32Array(0);

  function keyOf({ network, firewallKey }: HostRecord, port: number): string {
    const sockets =
      network.listeners?.get(port)?.filter(({ ip }) => !isLoopbackIp(ip)) ?? noSockets;
    const listening = network.listeners === null ? "unknown" : sockets.length > 0;
    const served = servedAddresses(network, sockets);
    const addresses = network.addresses.map((address) => {
      const { kind, subnet, key } = address;
      const exact = network.firewall?.matchesDestinations ? key : "";
      return `${served.includes(address)} ${subnet !== null && isUniqueSubnet(subnet)} ${kind} ${exact}`;
    });
    const own = `${port} ${firewallKey} ${listening} ${network.publicFlows.has(port)}`;
    return [own, ...new Set(addresses.sort())].join("\n");
  }

  return {
    classOf(slot, port) {
      if (slot >= lastPorts.length) {
        lastPorts = growArray(lastPorts, slot, -1);
        lastNumbers = growArray(lastNumbers, slot);
      }
      if (lastPorts[slot] !== port) {
        const key = keyOf(hostAt(slot)!, port);
        const number = numbers.get(key) ?? numbers.size;
        numbers.set(key, number);
        lastPorts[slot] = port;
        lastNumbers[slot] = number;
      }
      return lastNumbers[slot]!;
    },
  };
}

const noSockets: Listener[] = [];
