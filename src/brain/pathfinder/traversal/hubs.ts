import type { EstateGraph } from "../model/estate-graph.ts";
import type { ReachStates } from "../reachability/reach-states.ts";

/**
 * A class of access guards that admit the same sources, one of them as its sample, and all edges
 * behind them.
 */
export interface Hub {
  /** -1: these edges have no guard. */
  access: number;
  /** Whether the guard distinguishes hosts of the same source class. */
  isSelective: boolean;
  edges: readonly number[];
}

/** All edges that are used over the network, and the hosts in each source class. */
export interface Hubs {
  all: readonly Hub[];
  /** The hub of an edge; -1: the edge isn't used over the network. */
  of(edge: number): number;
  /** By source class: the hosts in it, by slot. */
  hostsInClass: readonly (readonly number[])[];
  /** Hosts (by slot; -1: the internet) without a source class. */
  unclassified: readonly number[];
}

export function createHubs({ graph, hosts }: EstateGraph, reachStates: ReachStates): Hubs {
  const { accessGuards, sourceClassesOf } = reachStates;
  const numbers = new Map<number, number>();
  const hubOf = new Int32Array(graph.edges).fill(-1);
  const all: { access: number; isSelective: boolean; edges: number[] }[] = [];
  const hostsInClass: number[][] = [];
  const unclassified = [-1];

  function add(edge: number): void {
    const access = accessGuards.of(edge);
    const accessClass = accessGuards.classOf(access);
    const isSelective = access >= 0 && accessGuards.patterns(access) >= 0;
    const number = numbers.get(accessClass) ?? all.push({ access, isSelective, edges: [] }) - 1;
    numbers.set(accessClass, number);
    all[number]!.edges.push(edge);
    hubOf[edge] = number;
  }

  for (const { slot, exposedEdges, serviceEdges } of hosts.values()) {
    for (const edge of exposedEdges) add(edge);
    for (const edge of serviceEdges) add(edge);
    const classes = sourceClassesOf(slot);
    if (classes.length === 0) unclassified.push(slot);
    for (const sourceClass of classes) {
      hostsInClass[sourceClass] ??= [];
      hostsInClass[sourceClass].push(slot);
    }
  }
  return { all, of: (edge) => hubOf[edge]!, hostsInClass, unclassified };
}
