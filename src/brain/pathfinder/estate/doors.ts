import type { HostIndex } from "./host-index.ts";
import type { HostAddress, HostNet, Listener } from "./host-net.ts";
import type { HostRecord } from "./host-record.ts";
import { rangeKey } from "./ip.ts";
import { servedAddresses } from "./route-to.ts";
import { isIpv4, isLoopbackIp, isPublic } from "./special-ranges.ts";

/**
 * Ports of hosts by number: those of one number let in the same, as long as no connection between
 * the two hosts was seen.
 */
export interface Doors {
  numberOf(host: HostRecord, port: number): number;
}

export function createDoors({ isOnePlace }: Pick<HostIndex, "isOnePlace">): Doors {
  const numbers = new Map<string, number>();
  /** By slot, the port asked for last and its number: most are asked for one. */
  const last: ({ port: number; number: number } | undefined)[] = [];

  /** What a firewall or a route may go by. */
  function textOf({ ip, key, subnet, iface }: HostAddress, net: HostNet, isServed: boolean) {
    const place = subnet ? `${rangeKey(subnet)} ${isOnePlace(subnet)}` : "";
    const exact = net.filter?.seesDestinations ? key : "";
    return [isServed, isIpv4(ip), isPublic(ip), iface, place, exact].join(" ");
  }

  function keyOf({ net, filterKey }: HostRecord, port: number): string {
    const sockets = net.listeners?.get(port)?.filter(({ ip }) => !isLoopbackIp(ip)) ?? null;
    const listening = net.listeners === null ? "unknown" : sockets !== null && sockets.length > 0;
    const served = new Set(servedAddresses(net, sockets ?? noSockets));
    const addresses = net.addresses.map((address) => textOf(address, net, served.has(address)));
    const ways = [port, filterKey, listening, net.publicFlows.has(port)];
    return [...ways, ...new Set(addresses.sort())].join("\n");
  }

  return {
    numberOf(host, port) {
      const before = last[host.slot];
      if (before?.port === port) return before.number;
      const key = keyOf(host, port);
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      last[host.slot] = { port, number };
      return number;
    },
  };
}

const noSockets: Listener[] = [];
