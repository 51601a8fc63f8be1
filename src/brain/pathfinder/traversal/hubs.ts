import { growArray } from "../graph/grow-array.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { HostRecord } from "../model/host-record.ts";
import type { ReachStates } from "../reachability/reach-states.ts";

/**
 * A class of access guards that admit the same sources, one of them as its sample, and all edges
 * behind them; no edges if the hosts of all of them have changed.
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
  /** By source class: the hosts in it, by slot; none if they are gone. */
  hostsInClass: readonly (readonly number[])[];
  /** Hosts (by slot; -1: the internet) without a source class. */
  readonly unclassified: readonly number[];
  /** Changes when a hub gets its first edge, or a source class its first host. */
  readonly revision: number;
  /** To be called with all hosts that have changed. */
  replace(slots: ReadonlySet<number>): void;
}

export function createHubs({ graph, hosts, hostAt }: EstateGraph, reachStates: ReachStates): Hubs {
  const { accessGuards, sourceClassesOf } = reachStates;
  const numbers = new Map<number, number>();
  let hubOf = new Int32Array(graph.edges).fill(-1);
  const all: { access: number; isSelective: boolean; edges: number[] }[] = [];
  const hostsInClass: number[][] = [];
  let unclassified = [-1];
  let revision = 0;
  /** What the hosts being replaced were in. */
  const left = { hubs: new Set<Hub>(), classes: new Set<number>() };
  /** By slot. */
  const listed: ({ edges: number[]; classes: readonly number[] } | undefined)[] = [];

  function addEdge(edge: number): void {
    const access = accessGuards.of(edge);
    const accessClass = accessGuards.classOf(access);
    const isSelective = access >= 0 && accessGuards.isSelective(access);
    const number = numbers.get(accessClass) ?? all.push({ access, isSelective, edges: [] }) - 1;
    numbers.set(accessClass, number);
    const hub = all[number]!;
    if (hub.edges.length === 0) {
      hub.access = access;
      if (!left.hubs.has(hub)) revision++;
    }
    hub.edges.push(edge);
    hubOf = growArray(hubOf, edge, -1);
    hubOf[edge] = number;
  }

  function add({ slot, exposedEdges, serviceEdges }: HostRecord): void {
    const [edges, classes] = [[...exposedEdges, ...serviceEdges], sourceClassesOf(slot)];
    listed[slot] = { edges, classes };
    for (const edge of edges) addEdge(edge);
    if (classes.length === 0) unclassified.push(slot);
    for (const sourceClass of classes) {
      hostsInClass[sourceClass] ??= [];
      if (hostsInClass[sourceClass].length === 0 && !left.classes.has(sourceClass)) revision++;
      hostsInClass[sourceClass].push(slot);
    }
  }

  function remove(slot: number): void {
    const { edges, classes } = listed[slot] ?? { edges: [], classes: [] };
    listed[slot] = undefined;
    const gone = new Set(edges);
    for (const number of new Set(edges.map((edge) => hubOf[edge]!))) {
      const hub = all[number]!;
      hub.edges = hub.edges.filter((edge) => !gone.has(edge));
      left.hubs.add(hub);
    }
    for (const edge of edges) hubOf[edge] = -1;
    unclassified = unclassified.filter((one) => one !== slot);
    for (const sourceClass of classes) {
      hostsInClass[sourceClass] = hostsInClass[sourceClass]!.filter((one) => one !== slot);
      left.classes.add(sourceClass);
    }
  }

  for (const host of hosts.values()) add(host);
  return {
    all,
    of: (edge) => hubOf[edge]!,
    hostsInClass,
    get unclassified() {
      return unclassified;
    },
    get revision() {
      return revision;
    },
    replace(slots) {
      left.hubs.clear();
      left.classes.clear();
      for (const slot of slots) remove(slot);
      for (const hub of left.hubs)
        if (hub.edges.length > 0) hub.access = accessGuards.of(hub.edges[0]!);
      for (const slot of slots) {
        const host = hostAt(slot);
        if (host) add(host);
      }
    },
  };
}
