import { addressParts } from "./address-parts.ts";
import { type Client, clientOf } from "./admits-from.ts";
import type { Source } from "./host-net.ts";
import type { HostRecord } from "./host-record.ts";
import type { IpRange } from "./ip.ts";

/** The addresses that hosts come from, by number: those of one host follow each other. */
export interface Vantages {
  count: number;
  /** The first one of a host, by slot; those up to the next host's first are its. */
  firstOf(slot: number): number;
  source(vantage: number): Source;
  /** The same as patterns see it. */
  client(vantage: number): Client;
  /** In which part of all addresses it is: those of one part are the same to every host. */
  partOf(vantage: number): number;
}

export function vantagesOf(hosts: Iterable<HostRecord>): Vantages {
  const bySlot: HostRecord[] = [];
  for (const host of hosts) bySlot[host.slot] = host;
  const sources: Source[] = [];
  const firsts = new Int32Array(bySlot.length + 1);
  for (let slot = 0; slot < bySlot.length; slot++) {
    firsts[slot] = sources.length;
    sources.push(...(bySlot[slot]?.net.sources ?? []));
  }
  firsts[bySlot.length] = sources.length;
  const clients = sources.map(({ text, names }) => clientOf(text, names));
  const parts = addressParts(rangesToldApart(bySlot));
  const partsOfSources = Int32Array.from(sources, ({ range }) => parts.partOf(range.first));
  return {
    count: sources.length,
    firstOf: (slot) => firsts[slot]!,
    source: (vantage) => sources[vantage]!,
    client: (vantage) => clients[vantage]!,
    partOf: (vantage) => partsOfSources[vantage]!,
  };
}

/** What the firewalls and the subnets of hosts tell apart; many have the same firewall. */
function* rangesToldApart(hosts: readonly (HostRecord | undefined)[]): Generator<IpRange> {
  const seen = new Set<string>();
  for (const host of hosts) {
    if (!host) continue;
    const { filter, addresses } = host.net;
    for (const { subnet } of addresses) if (subnet) yield subnet;
    if (filter && !seen.has(host.filterKey)) yield* filter.sources;
    seen.add(host.filterKey);
  }
}
