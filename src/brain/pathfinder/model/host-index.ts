import { type IpRange, ipKey, parseIp, rangeKey } from "../../../core/ip.ts";
import type { HostNetwork } from "./host-network.ts";

/** The names and addresses of a host. */
export interface NamedHost {
  slot: number;
  agent_id: string;
  network: Pick<HostNetwork, "names" | "addresses" | "connections">;
}

/** Resolves names and addresses to hosts. */
export interface HostIndex {
  add(host: NamedHost): void;
  remove(host: NamedHost): void;
  /** The slot of the only host with this name or address; -1 if there is none or more than one. */
  find(name: string): number;
  /** The slots of all hosts with the address of this key. */
  hostsAtAddress(key: string): number[];
  /** The slots of all hosts that observed a connection to or from the address of this key. */
  observersOf(key: string): Iterable<number>;
  /**
   * Whether all addresses of the subnet belong to one host each: private subnets exist at many
   * sites.
   */
  isUniqueSubnet(subnet: IpRange): boolean;
}

export function createHostIndex(): HostIndex {
  const slots = new Map<string, Set<number>>();
  const holders = new Map<string, number>();
  const doubles = new Map<string, number>();

  function only(key: string): number {
    const found = slots.get(key);
    if (found?.size !== 1) return -1;
    const [slot = -1] = found;
    return slot;
  }

  function countHolders({ network }: NamedHost, step: 1 | -1): void {
    for (const { key: address, subnet } of network.addresses) {
      if (!subnet) continue;
      const key = `${rangeKey(subnet)} ${address}`;
      const before = holders.get(key) ?? 0;
      bump(holders, key, step);
      if (Math.max(before, before + step) === 2) bump(doubles, rangeKey(subnet), step);
    }
  }

  return {
    add(host) {
      for (const key of keysOf(host)) {
        const known = slots.get(key);
        if (known) known.add(host.slot);
        else slots.set(key, new Set([host.slot]));
      }
      countHolders(host, 1);
    },
    remove(host) {
      for (const key of keysOf(host)) {
        const known = slots.get(key);
        known?.delete(host.slot);
        if (known?.size === 0) slots.delete(key);
      }
      countHolders(host, -1);
    },
    find(name) {
      const ip = parseIp(name);
      if (ip) return only(`ip ${ipKey(ip)}`);
      const lower = name.toLowerCase().replace(/\.$/, "");
      const keys = [`id ${lower}`, `full ${lower}`, `short ${lower}`, `full ${shortName(lower)}`];
      const first = keys.find((key) => slots.has(key));
      return first ? only(first) : -1;
    },
    observersOf: (key) => slots.get(`seen ${key}`) ?? [],
    hostsAtAddress: (key) => [...(slots.get(`ip ${key}`) ?? [])],
    isUniqueSubnet: (subnet) => doubles.size === 0 || !doubles.has(rangeKey(subnet)),
  };
}

export const shortName = (name: string): string => name.toLowerCase().replace(/\..*$/, "");

function keysOf({ agent_id, network: { names, addresses, connections } }: NamedHost): string[] {
  const [full = ""] = names;
  return [
    `id ${agent_id.toLowerCase()}`,
    `full ${full}`,
    `short ${shortName(full)}`,
    ...addresses.map(({ key }) => `ip ${key}`),
    ...connections.map(({ remote }) => `seen ${remote}`),
  ];
}

function bump(counts: Map<string, number>, key: string, step: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + step;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
