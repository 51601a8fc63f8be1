import { type Client, toClient } from "../../../core/client-patterns.ts";
import type { IpRange } from "../../../core/ip.ts";
import { type AddressPartition, partitionAddresses } from "../addresses/address-partition.ts";
import type { SourceAddress } from "../model/host-network.ts";
import type { HostRecord } from "../model/host-record.ts";

/** All source addresses by number, those of one host next to each other, and their classes. */
export interface SourceClasses {
  /** The first source of a host, by slot; its sources end before the next host's first. */
  firstSource(slot: number): number;
  source(source: number): SourceAddress;
  /** The same, for client patterns. */
  client(source: number): Client;
  hostOf(source: number): number;
  /**
   * The class of the source's address and host. No host can distinguish addresses of a class, and
   * their own hosts stop the same connections; classes without a source have no number.
   */
  classOf(source: number): number;
  /** The coarser classes that `ranges` alone make, by class. */
  coarsen(ranges: readonly IpRange[]): { count: number; classOf(addressClass: number): number };
  /** A source of this class. */
  sampleOf(addressClass: number): number;
  /** The classes of a host's sources; none for the internet (-1). */
  classesOf(slot: number): readonly number[];
}

/** `hostClassOf` separates sources by their hosts, given by slot. */
export function createSourceClasses(
  hosts: Iterable<HostRecord>,
  hostClassOf: (slot: number) => number,
): SourceClasses {
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
  const all = partitionAddresses(distinguishedRanges(bySlot));
  const { classes, samples, fullClasses } = numberClasses(sources, {
    all,
    hostClass: (source) => hostClassOf(owners[source]!),
  });
  const classesBySlot = bySlot.map((_, slot) => [
    ...new Set(classes.subarray(firsts[slot], firsts[slot + 1])),
  ]);
  return {
    firstSource: (slot) => firsts[slot]!,
    source: (source) => sources[source]!,
    client: (source) => clients[source]!,
    hostOf: (source) => owners[source]!,
    classOf: (source) => classes[source]!,
    coarsen(ranges) {
      const { count, classOf } = all.coarsen(ranges);
      return { count, classOf: (addressClass) => classOf(fullClasses[addressClass]!) };
    },
    sampleOf: (addressClass) => samples[addressClass]!,
    classesOf: (slot) => classesBySlot[slot] ?? [],
  };
}

/**
 * Numbers the classes that have a source 0, 1, 2 …, each with a sample source and its class in the
 * full partition.
 */
function numberClasses(
  sources: SourceAddress[],
  { all, hostClass }: { all: AddressPartition; hostClass(source: number): number },
) {
  const classNumbers = new Map<string, number>();
  const samples: number[] = [];
  const fullClasses: number[] = [];
  const classes = Int32Array.from(sources, ({ range }, source) => {
    const fullClass = all.classOf(range.first);
    const key = `${fullClass} ${hostClass(source)}`;
    const number = classNumbers.get(key) ?? samples.push(source) - 1;
    classNumbers.set(key, number);
    fullClasses[number] = fullClass;
    return number;
  });
  return { classes, samples, fullClasses };
}

/** The ranges that firewalls and subnets distinguish; many hosts have the same firewall. */
function* distinguishedRanges(hosts: readonly (HostRecord | undefined)[]): Generator<IpRange> {
  const [inbound, outbound] = [new Set<string>(), new Set<string>()];
  for (const host of hosts) {
    if (!host) continue;
    const { firewall, outgoing, addresses } = host.network;
    for (const { subnet } of addresses) if (subnet) yield subnet;
    if (firewall && !inbound.has(host.firewallKey)) yield* firewall.sourceRanges;
    if (outgoing && !outbound.has(host.outgoingKey)) yield* outgoing.sourceRanges;
    inbound.add(host.firewallKey);
    outbound.add(host.outgoingKey);
  }
}
