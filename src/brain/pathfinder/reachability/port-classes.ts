import { isLoopbackIp } from "../addresses/special-ranges.ts";
import { withRoomFor } from "../graph/grow-array.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { Listener } from "../model/host-network.ts";
import type { HostRecord } from "../model/host-record.ts";
import { servedAddresses } from "./find-route.ts";

/**
 * Ports of hosts by number: those of one number let in the same, as long as no connection between
 * the two hosts was seen.
 */
export interface Doors {
  /** Of a port of a host, by slot. */
  numberOf(slot: number, port: number): number;
}

export function createDoors({
  hostAt,
  index: { isOnePlace },
}: Pick<EstateGraph, "hostAt" | "index">): Doors {
  const numbers = new Map<string, number>();
  /** By slot, the port that was asked for last: most are asked for one, again and again. */
  let lastPorts = new Int32Array(0);
  let lastNumbers = new Int32Array(0);

  function keyOf({ net, filterKey }: HostRecord, port: number): string {
    const sockets = net.listeners?.get(port)?.filter(({ ip }) => !isLoopbackIp(ip)) ?? noSockets;
    const listening = net.listeners === null ? "unknown" : sockets.length > 0;
    const served = servedAddresses(net, sockets);
    const addresses = net.addresses.map((address) => {
      const { kind, subnet, key } = address;
      const exact = net.filter?.seesDestinations ? key : "";
      return `${served.includes(address)} ${subnet !== null && isOnePlace(subnet)} ${kind} ${exact}`;
    });
    const own = `${port} ${filterKey} ${listening} ${net.publicFlows.has(port)}`;
    return [own, ...new Set(addresses.sort())].join("\n");
  }

  return {
    numberOf(slot, port) {
      if (slot >= lastPorts.length) {
        lastPorts = withRoomFor(lastPorts, slot, -1);
        lastNumbers = withRoomFor(lastNumbers, slot);
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
