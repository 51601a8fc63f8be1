import type { EstateGraph } from "../model/estate-graph.ts";
import type { ReachStates } from "../reachability/reach-states.ts";

/** Gates that let in the same, one of them, and the edges behind them all. */
export interface Hub {
  /** -1: there is nothing to keep anybody out. */
  guard: number;
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
  hostsInClass: readonly (readonly number[])[];
  /** Those that come from no part that is known. */
  unclassified: readonly number[];
}

export function createHubs({ graph, hosts }: EstateGraph, reachStates: ReachStates): Hubs {
  const { accessGuards, sourceClassesOf } = reachStates;
  const numbers = new Map<number, number>();
  const hubOf = new Int32Array(graph.edges).fill(-1);
  const all: { guard: number; isSelective: boolean; edges: number[] }[] = [];
  const hostsInClass: number[][] = [];
  const unclassified = [-1];

  function add(edge: number): void {
    const gate = accessGuards.of(edge);
    const kind = accessGuards.classOf(gate);
    const isSelective = gate >= 0 && accessGuards.patterns(gate) >= 0;
    const number = numbers.get(kind) ?? all.push({ guard: gate, isSelective, edges: [] }) - 1;
    numbers.set(kind, number);
    all[number]!.edges.push(edge);
    hubOf[edge] = number;
  }

  for (const { slot, exposedEdges, serviceEdges } of hosts.values()) {
    for (const edge of exposedEdges) add(edge);
    for (const edge of serviceEdges) add(edge);
    const parts = sourceClassesOf(slot);
    if (parts.length === 0) unclassified.push(slot);
    for (const part of parts) {
      hostsInClass[part] ??= [];
      hostsInClass[part].push(slot);
    }
  }
  return { all, of: (edge) => hubOf[edge]!, hostsInClass, unclassified };
}
