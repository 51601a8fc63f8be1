import { type Client, toClient } from "../../../core/client-patterns.ts";
import type { IpRange } from "../../../core/ip.ts";
import { type AddressPartition, partitionAddresses } from "../addresses/address-partition.ts";
import type { SourceAddress } from "../model/host-network.ts";
import type { HostRecord } from "../model/host-record.ts";

/** The addresses that hosts come from, by number: those of one host follow each other. */
export interface SourceClasses {
  /** The first one of a host, by slot; those up to the next host's first are its. */
  firstSource(slot: number): number;
  source(vantage: number): SourceAddress;
  /** The same as patterns see it. */
  client(vantage: number): Client;
  hostOf(vantage: number): number;
  /** In which part of all addresses it is, of those that somebody is in: one part is the same to every host. */
  classOf(vantage: number): number;
  /** What fewer ranges than all hosts' tell apart, by the part. */
  coarsen(ranges: readonly IpRange[]): { count: number; partOf(part: number): number };
  /** One that is in a part. */
  sampleOf(part: number): number;
  /** The parts that a host's are in; none of the internet (-1). */
  classesOf(slot: number): readonly number[];
}

export function createSourceClasses(hosts: Iterable<HostRecord>): SourceClasses {
  const bySlot: (HostRecord | undefined)[] = [];
  for (const host of hosts) bySlot[host.slot] = host;
  const sources: SourceAddress[] = [];
  const owners: number[] = [];
  const firsts = new Int32Array(bySlot.length + 1);
  for (let slot = 0; slot < bySlot.length; slot++) {
    firsts[slot] = sources.length;
    for (const source of bySlot[slot]?.network.sources ?? []) {
      sources.push(source);
      owners.push(slot);
    }
  }
  firsts[bySlot.length] = sources.length;
  const clients = sources.map(({ text, names }) => toClient(text, names));
  const all = partitionAddresses(rangesToldApart(bySlot));
  const { parts, examples, places } = inhabited(sources, all);
  const bySlotParts = bySlot.map((_, slot) => [
    ...new Set(parts.subarray(firsts[slot], firsts[slot + 1])),
  ]);
  return {
    firstSource: (slot) => firsts[slot]!,
    source: (vantage) => sources[vantage]!,
    client: (vantage) => clients[vantage]!,
    hostOf: (vantage) => owners[vantage]!,
    classOf: (vantage) => parts[vantage]!,
    coarsen(ranges) {
      const { count, partOf } = all.coarsen(ranges);
      return { count, partOf: (part) => partOf(places[part]!) };
    },
    sampleOf: (part) => examples[part]!,
    classesOf: (slot) => bySlotParts[slot] ?? [],
  };
}

/** Parts that somebody is in have the numbers 0, 1, 2 …; of each one example is told, and its place among all. */
function inhabited(sources: SourceAddress[], all: AddressPartition) {
  const numbers = new Map<number, number>();
  const examples: number[] = [];
  const places: number[] = [];
  const parts = Int32Array.from(sources, ({ range }, vantage) => {
    const place = all.classOf(range.first);
    const number = numbers.get(place) ?? examples.push(vantage) - 1;
    numbers.set(place, number);
    places[number] = place;
    return number;
  });
  return { parts, examples, places };
}

/** What the firewalls and the subnets of hosts tell apart; many have the same firewall. */
function* rangesToldApart(hosts: readonly (HostRecord | undefined)[]): Generator<IpRange> {
  const seen = new Set<string>();
  for (const host of hosts) {
    if (!host) continue;
    const { firewall, addresses } = host.network;
    for (const { subnet } of addresses) if (subnet) yield subnet;
    if (firewall && !seen.has(host.firewallKey)) yield* firewall.sourceRanges;
    seen.add(host.firewallKey);
  }
}
