import type { HostIndex } from "../model/host-index.ts";
import type { HostRecord } from "../model/host-record.ts";

/** Which hosts were seen connected with which ports of which others, be it by an address that several have. */
export interface Connections {
  has(from: number, to: number, port: number): boolean;
  /** Where a host (by slot) was seen going to. */
  from(slot: number): Connection[];
  /** Who was seen coming to it; `slot` is theirs. */
  into(slot: number): Connection[];
}

export interface Connection {
  /** Of the host at the other end. */
  slot: number;
  /** Of the host that is come to. */
  port: number;
}

const ports = 0x10000;
const nobody = new Float64Array(0);
const keyOf = (slot: number, port: number) => slot * ports + port;
const told = (key: number): Connection => ({ slot: Math.floor(key / ports), port: key % ports });

export function createConnections(
  hosts: ReadonlyMap<string, HostRecord>,
  {
    hostsAtAddress,
    hostAt,
  }: Pick<HostIndex, "hostsAtAddress"> & { hostAt(slot: number): HostRecord | undefined },
): Connections {
  const going: (Set<number> | undefined)[] = [];
  const coming: (Set<number> | undefined)[] = [];

  /** What doesn't listen any more, or never did, is come to by nobody. */
  function add(from: number, to: number, port: number): void {
    const listeners = hostAt(to)?.network.listeners;
    if (from === to || (listeners && !listeners.has(port))) return;
    going[from] ??= new Set();
    going[from].add(keyOf(to, port));
    coming[to] ??= new Set();
    coming[to].add(keyOf(from, port));
  }

  for (const { slot, network } of hosts.values())
    for (const { remote, direction, port } of network.connections)
      for (const other of hostsAtAddress(remote))
        if (direction === "in") add(other, slot, port);
        else add(slot, other, port);
  const sorted = Array.from(going, (keys) => Float64Array.from(keys ?? []).sort());
  return {
    has: (from, to, port) => isAmong(sorted[from] ?? nobody, keyOf(to, port)),
    from: (slot) => [...(going[slot] ?? [])].map(told),
    into: (slot) => [...(coming[slot] ?? [])].map(told),
  };
}

function isAmong(sorted: Float64Array, key: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === key;
}
