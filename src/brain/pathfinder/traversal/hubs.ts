import type { EstateGraph } from "../model/estate-graph.ts";
import type { ReachStates } from "../reachability/reach-states.ts";

/** Gates that let in the same, one of them, and the edges behind them all. */
export interface Hub {
  /** -1: there is nothing to keep anybody out. */
  gate: number;
  /** Whether it matters who comes, and not only from which part of all addresses. */
  isSelective: boolean;
  edges: readonly number[];
}

/** Where all that others come to over the network is, and from where they come. */
export interface Hubs {
  all: readonly Hub[];
  /** The number of the hub that an edge is behind; -1: it isn't come to over the network. */
  of(edge: number): number;
  /** The hosts (by slot; -1: the internet) that come from each part of all addresses. */
  residents: readonly (readonly number[])[];
  /** Those that come from no part that is known. */
  placeless: readonly number[];
}

export function createHubs({ graph, hosts }: EstateGraph, reachStates: ReachStates): Hubs {
  const { gates, partsOf } = reachStates;
  const numbers = new Map<number, number>();
  const hubOf = new Int32Array(graph.edges).fill(-1);
  const all: { gate: number; isSelective: boolean; edges: number[] }[] = [];
  const residents: number[][] = [];
  const placeless = [-1];

  function add(edge: number): void {
    const gate = gates.of(edge);
    const kind = gates.kind(gate);
    const isSelective = gate >= 0 && gates.patterns(gate) >= 0;
    const number = numbers.get(kind) ?? all.push({ gate, isSelective, edges: [] }) - 1;
    numbers.set(kind, number);
    all[number]!.edges.push(edge);
    hubOf[edge] = number;
  }

  for (const { slot, exposures, services } of hosts.values()) {
    for (const edge of exposures) add(edge);
    for (const edge of services) add(edge);
    const parts = partsOf(slot);
    if (parts.length === 0) placeless.push(slot);
    for (const part of parts) {
      residents[part] ??= [];
      residents[part].push(slot);
    }
  }
  return { all, of: (edge) => hubOf[edge]!, residents, placeless };
}
