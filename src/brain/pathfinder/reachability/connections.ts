import type { HostIndex } from "../model/host-index.ts";
import type { HostRecord } from "../model/host-record.ts";

/**
 * Connections observed between hosts. An address that several hosts have stands for each of them.
 */
export interface Connections {
  has(from: number, to: number, port: number): boolean;
  /** Connections from a host, by slot. */
  from(slot: number): Connection[];
  /** Connections to a host; `slot` is the source. */
  into(slot: number): Connection[];
}

export interface Connection {
  /** Slot of the other host. */
  slot: number;
  /** Port of the host that accepted the connection. */
  port: number;
}

const ports = 0x10000;
const nobody = new Float64Array(0);
const keyOf = (slot: number, port: number) => slot * ports + port;
const connectionOf = (key: number): Connection => ({
  slot: Math.floor(key / ports),
  port: key % ports,
});

export function createConnections(
  hosts: ReadonlyMap<string, HostRecord>,
  {
    hostsAtAddress,
    hostAt,
  }: Pick<HostIndex, "hostsAtAddress"> & { hostAt(slot: number): HostRecord | undefined },
): Connections {
  const outgoing: (Set<number> | undefined)[] = [];
  const incoming: (Set<number> | undefined)[] = [];

  /** Skips ports that don't listen: nobody can reach them now. */
  function add(from: number, to: number, port: number): void {
    const listeners = hostAt(to)?.network.listeners;
    if (from === to || (listeners && !listeners.has(port))) return;
    outgoing[from] ??= new Set();
    outgoing[from].add(keyOf(to, port));
    incoming[to] ??= new Set();
    incoming[to].add(keyOf(from, port));
  }

  for (const { slot, network } of hosts.values())
    for (const { remote, direction, port } of network.connections)
      for (const other of hostsAtAddress(remote))
        if (direction === "in") add(other, slot, port);
        else add(slot, other, port);
  const sorted = Array.from(outgoing, (keys) => Float64Array.from(keys ?? []).sort());
  return {
    has: (from, to, port) => includes(sorted[from] ?? nobody, keyOf(to, port)),
    from: (slot) => [...(outgoing[slot] ?? [])].map(connectionOf),
    into: (slot) => [...(incoming[slot] ?? [])].map(connectionOf),
  };
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
