import { type Client, toClient } from "../../../core/client-patterns.ts";
import type { IpRange } from "../../../core/ip.ts";
import { type AddressPartition, partitionAddresses } from "../addresses/address-partition.ts";
import { growArray } from "../graph/grow-array.ts";
import type { HostNetwork, SourceAddress } from "../model/host-network.ts";
import type { HostRecord } from "../model/host-record.ts";

/** All source addresses by number, and their classes. */
export interface SourceClasses {
  /** The sources of a host, by slot: from the first to the one before the last. */
  sourcesOf(slot: number): { first: number; last: number };
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
  /** Whether every class lies inside or outside of the range. */
  splitsAt(range: IpRange): boolean;
  /** Whether a host's firewall and subnets distinguish no addresses of a class. */
  areWholeFor(host: HostRecord): boolean;
  /**
   * Replaces the sources of a host, undefined if it is gone; false: what it lets out depends on more
   * than their classes.
   */
  replace(slot: number, host: HostRecord | undefined): boolean;
}

export interface SourceTerms {
  hosts: Iterable<HostRecord>;
  /** Ranges that are distinguished besides those of the hosts' firewalls and subnets. */
  ranges: Iterable<IpRange>;
  /** Separates sources by their hosts, given by slot. */
  hostClassOf(slot: number): number;
}

export function createSourceClasses({ hosts, ranges, hostClassOf }: SourceTerms): SourceClasses {
  const all = [...hosts];
  const partition = partitionAddresses(distinguishedRanges(all, ranges));
  const sources: SourceAddress[] = [];
  const clients: Client[] = [];
  /** By source: the slot of its host, and its class. */
  const owners: number[] = [];
  let classes = new Int32Array(0);
  /** By slot. */
  const bySlot: { first: number; last: number; classes: readonly number[] }[] = [];
  const numbered = numberClasses(partition);

  function add({ slot, network }: HostRecord): void {
    const first = sources.length;
    for (const source of network.sources) {
      const number = sources.push(source) - 1;
      clients.push(toClient(source.text, source.names));
      owners.push(slot);
      classes = growArray(classes, number);
      classes[number] = numbered.add(number, source, hostClassOf(slot));
    }
    const last = sources.length;
    bySlot[slot] = { first, last, classes: [...new Set(classes.subarray(first, last))] };
  }

  /** Takes the sources of a host out of their classes, where they may be the samples. */
  function remove(slot: number): void {
    const { first, last } = bySlot[slot] ?? none;
    bySlot[slot] = none;
    for (let source = first; source < last; source++) {
      const own = classes[source]!;
      if (numbered.samples[own] === source)
        numbered.samples[own] = sources.findIndex((_, at) => classes[at] === own && isCurrent(at));
    }
  }

  function isCurrent(source: number): boolean {
    const { first, last } = bySlot[owners[source]!]!;
    return source >= first && source < last;
  }

  for (const host of all) add(host);
  return {
    sourcesOf: (slot) => bySlot[slot] ?? none,
    source: (source) => sources[source]!,
    client: (source) => clients[source]!,
    hostOf: (source) => owners[source]!,
    classOf: (source) => classes[source]!,
    coarsen(some) {
      const { count, classOf } = partition.coarsen(some);
      return { count, classOf: (addressClass) => classOf(numbered.inPartition[addressClass]!) };
    },
    sampleOf: (addressClass) => numbered.samples[addressClass]!,
    classesOf: (slot) => (bySlot[slot] ?? none).classes,
    splitsAt: partition.splitsAt,
    areWholeFor: ({ network }) => arrivalRanges(network).every(partition.splitsAt),
    replace(slot, host) {
      if (host && !departureRanges(host).every(partition.splitsAt)) return false;
      remove(slot);
      if (host) add(host);
      return true;
    },
  };
}

const none = { first: 0, last: 0, classes: [] };

/**
 * Numbers the classes that have a source 0, 1, 2 …, each with a sample source and its class in the
 * full partition.
 */
function numberClasses(partition: AddressPartition) {
  const numbers = new Map<string, number>();
  /** -1: all its sources are gone. */
  const samples: number[] = [];
  const inPartition: number[] = [];
  return {
    samples,
    inPartition,
    add(source: number, { range }: SourceAddress, hostClass: number): number {
      const full = partition.classOf(range.first);
      const key = `${full} ${hostClass}`;
      const number = numbers.get(key) ?? samples.push(source) - 1;
      numbers.set(key, number);
      inPartition[number] = full;
      if (samples[number]! < 0) samples[number] = source;
      return number;
    },
  };
}

/** The ranges that firewalls and subnets distinguish; many hosts have the same firewall. */
function* distinguishedRanges(
  hosts: readonly HostRecord[],
  more: Iterable<IpRange>,
): Generator<IpRange> {
  const seen = new Set<string>();
  for (const host of hosts) {
    const key = `${host.firewallKey} ${host.outgoingKey}`;
    yield* seen.has(key) ? subnetsOf(host.network) : rangesOf(host);
    seen.add(key);
  }
  yield* more;
}

function* rangesOf(host: HostRecord): Generator<IpRange> {
  yield* arrivalRanges(host.network);
  yield* departureRanges(host);
}

/** The ranges of sources between which a host's subnets and firewall may distinguish. */
export function arrivalRanges(network: HostNetwork): IpRange[] {
  const { firewall, outgoing } = network;
  // Its answers go to the client.
  const answered = outgoing?.passesAnswers ? [] : (outgoing?.destinationRanges ?? []);
  return [...subnetsOf(network), ...(firewall?.sourceRanges ?? []), ...answered];
}

const departureRanges = ({ network }: HostRecord): IpRange[] =>
  network.outgoing?.sourceRanges ?? [];

const subnetsOf = ({ addresses }: HostNetwork): IpRange[] =>
  addresses.flatMap(({ subnet }) => subnet ?? []);
