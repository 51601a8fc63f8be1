import type { IpRange } from "../../../core/ip.ts";
import { partitionAddresses } from "../addresses/address-partition.ts";
import { createCodeTable } from "../graph/code-table.ts";
import type { HostAddress, HostNetwork } from "../model/host-network.ts";
import type { HostRecord } from "../model/host-record.ts";
import { checkDeparture, type Departure } from "./check-departure.ts";

/**
 * Classes of hosts whose own firewalls let the same connections out, and of addresses that none of
 * these firewalls distinguishes as destinations.
 */
export interface DepartureStates {
  /** The class of a host, by slot; `openClass`: nothing is stopped. */
  classOf(slot: number): number;
  /** Equal for addresses that no firewall distinguishes as destinations. */
  destinationKey(address: HostAddress): string;
  /** The code of `stateByCode` for a class of sources and a class of ports. */
  codeOf(sourceClass: number, portClass: number, sample: () => Departure): number;
}

export const openClass = 0;
const codes = { accept: 0, unknown: 1, drop: 2 } as const;

export function createDepartureStates(hosts: Iterable<HostRecord>): DepartureStates {
  const classes: number[] = [];
  const numbers = new Map<string, number>();
  const ranges: IpRange[] = [];
  const known = createCodeTable();
  for (const { slot, network, outgoingKey } of hosts) {
    if (network.outgoing?.allowsAll) continue;
    const key = [outgoingKey, ...interfacesOf(network)].join("\n");
    if (!numbers.has(key)) {
      numbers.set(key, openClass + 1 + numbers.size);
      ranges.push(...distinguishedBy(network));
    }
    classes[slot] = numbers.get(key)!;
  }
  const partition = partitionAddresses(ranges);
  return {
    classOf: (slot) => classes[slot] ?? openClass,
    destinationKey: ({ ip }) => (numbers.size === 0 ? "" : String(partition.classOf(ip))),
    codeOf(sourceClass, portClass, sample) {
      const before = known.get(sourceClass, portClass);
      if (before >= 0) return before;
      const code = codes[checkDeparture(sample()).verdict];
      known.set(sourceClass, portClass, code);
      return code;
    },
  };
}

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
