import type { HostIndex } from "./host-index.ts";
import type { ObservedConnection } from "./host-network.ts";
import type { HostRecord } from "./host-record.ts";

/**
 * Connections observed between hosts. An address that several hosts have stands for each of them.
 */
export interface Connections {
  has(from: number, to: number, port: number): boolean;
  /** Connections from a host, by slot. */
  from(slot: number): Connection[];
  /** The slots of the hosts with connections to a port of a host. */
  sourcesOf(slot: number, port: number): number[];
  /**
   * Has to be called before the index loses a host, and after it got one; returns the slots of the
   * hosts that it has connections with.
   */
  forget(host: HostRecord): number[];
}

export interface Connection {
  /** Slot of the other host. */
  slot: number;
  /** Port of the host that accepted the connection. */
  port: number;
}

const ports = 0x10000;
const keyOf = (slot: number, port: number) => slot * ports + port;
const connectionOf = (key: number): Connection => ({
  slot: Math.floor(key / ports),
  port: key % ports,
});

type Direction = ObservedConnection["direction"];
type ConnectionTerms = Pick<HostIndex, "hostsAtAddress" | "observersOf"> & {
  hostAt(slot: number): HostRecord | undefined;
};

/** Keeps the connections of each host that was asked about until that host or a peer changes. */
export function createConnections(terms: ConnectionTerms): Connections {
  const { hostsAtAddress, observersOf } = terms;
  const outgoing: (Float64Array | undefined)[] = [];
  const incoming: (Float64Array | undefined)[] = [];

  function from(slot: number): Float64Array {
    outgoing[slot] ??= keysOf(terms, slot, "out");
    return outgoing[slot];
  }

  function into(slot: number): Float64Array {
    incoming[slot] ??= keysOf(terms, slot, "in");
    return incoming[slot];
  }

  return {
    has: (source, to, port) => source >= 0 && includes(from(source), keyOf(to, port)),
    from: (slot) => Array.from(from(slot), connectionOf),
    sourcesOf(slot, port) {
      if (slot < 0) return [];
      return Array.from(into(slot), connectionOf).flatMap((one) =>
        one.port === port ? one.slot : [],
      );
    },
    forget({ slot, network }) {
      const peers = [
        ...network.connections.flatMap(({ remote }) => hostsAtAddress(remote)),
        ...network.addresses.flatMap(({ key }) => [...observersOf(key)]),
      ];
      for (const changed of [slot, ...peers]) {
        outgoing[changed] = undefined;
        incoming[changed] = undefined;
      }
      return peers;
    },
  };
}

/** The other ends of a host's connections, as either end observed them; sorted. */
function keysOf(
  { hostAt, hostsAtAddress, observersOf }: ConnectionTerms,
  slot: number,
  direction: Direction,
): Float64Array {
  const host = hostAt(slot);
  const found = new Set<number>();

  /** Skips ports that don't listen: nobody can reach them now. */
  function add(other: number, port: number): void {
    const listeners = hostAt(direction === "out" ? other : slot)?.network.listeners;
    if (other !== slot && (!listeners || listeners.has(port))) found.add(keyOf(other, port));
  }

  for (const seen of host?.network.connections ?? [])
    if (seen.direction === direction)
      for (const other of hostsAtAddress(seen.remote)) add(other, seen.port);
  for (const { key } of host?.network.addresses ?? [])
    for (const other of observersOf(key))
      for (const seen of hostAt(other)?.network.connections ?? [])
        if (seen.remote === key && seen.direction !== direction) add(other, seen.port);
  return Float64Array.from(found).sort();
}

function includes(sorted: Float64Array, key: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === key;
}
