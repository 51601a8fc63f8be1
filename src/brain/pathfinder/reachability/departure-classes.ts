import type { IpRange } from "../../../core/ip.ts";
import { partitionAddresses } from "../addresses/address-partition.ts";
import type { HostAddress, HostNetwork } from "../model/host-network.ts";
import type { HostRecord } from "../model/host-record.ts";

/**
 * Classes of hosts whose own firewalls let the same connections out, and of addresses that none of
 * these firewalls distinguishes as destinations.
 */
export interface DepartureClasses {
  /** The class of a host, by slot; `openClass`: nothing is stopped. */
  classOf(slot: number): number;
  /** Equal for addresses that no firewall distinguishes as destinations. */
  destinationKey(address: HostAddress): string;
  /**
   * Replaces a host, undefined if it is gone; false: its firewall distinguishes destinations that
   * have the same key.
   */
  replace(slot: number, host: HostRecord | undefined): boolean;
}

export const openClass = 0;

export function createDepartureClasses(hosts: Iterable<HostRecord>): DepartureClasses {
  const classes: number[] = [];
  const numbers = new Map<string, number>();
  const ranges: IpRange[] = [];

  function add(slot: number, key: string): void {
    const number = numbers.get(key) ?? openClass + 1 + numbers.size;
    numbers.set(key, number);
    classes[slot] = number;
  }

  for (const { slot, network, outgoingKey } of hosts) {
    if (network.outgoing?.allowsAll) continue;
    const key = keyOf(network, outgoingKey);
    if (!numbers.has(key)) ranges.push(...distinguishedBy(network));
    add(slot, key);
  }
  const partition = partitionAddresses(ranges);
  return {
    classOf: (slot) => classes[slot] ?? openClass,
    destinationKey: ({ ip }) => (numbers.size === 0 ? "" : String(partition.classOf(ip))),
    replace(slot, host) {
      classes[slot] = openClass;
      if (!host || host.network.outgoing?.allowsAll) return true;
      const key = keyOf(host.network, host.outgoingKey);
      const isKnown = numbers.has(key);
      if (
        !isKnown &&
        (numbers.size === 0 || !distinguishedBy(host.network).every(partition.splitsAt))
      )
        return false;
      add(slot, key);
      return true;
    },
  };
}

const keyOf = (network: HostNetwork, outgoingKey: string) =>
  [outgoingKey, ...interfacesOf(network)].join("\n");

/** The host's interfaces, if the verdicts depend on them. */
function interfacesOf({ outgoing, addresses }: HostNetwork): string[] {
  return outgoing?.matchesOutifaces ? addresses.map(({ kind }) => kind) : [];
}

/** The ranges of destinations between which the verdicts may differ. */
function distinguishedBy({ outgoing, addresses }: HostNetwork): IpRange[] {
  if (!outgoing) return [];
  const subnets = outgoing.matchesOutifaces ? addresses.flatMap(({ subnet }) => subnet ?? []) : [];
  return [...outgoing.destinationRanges, ...subnets];
}
