import { type EdgeState, edgeStates } from "../rules/edge-rule.ts";
import { createEdgeLists } from "./edge-lists.ts";
import { growArray } from "./grow-array.ts";

/** One edge, as numbers whose meaning the caller defines. */
export interface EdgeColumns {
  from: number;
  to: number;
  /** 1 to 255: at least 1, so that a longer walk always costs more. */
  cost: number;
  /** The owner of the edge: all edges of an owner can be removed at once. */
  owner: number;
  state: EdgeState;
  /** 0 to 65,535. */
  rule: number;
  row: number;
  /** The guard that admits or refuses whoever walks the edge; -1: none. */
  guard: number;
}

/**
 * A directed graph that holds a million edges in about sixty megabytes. Nodes are numbered 0, 1, 2
 * … and stay; the number of a removed edge is used again.
 */
export interface Multigraph {
  readonly nodes: number;
  /** One more than the highest edge number so far. */
  readonly edges: number;
  /** The number of edges. */
  readonly size: number;
  addNode(): number;
  addEdge(edge: EdgeColumns): number;
  removeEdge(edge: number): void;
  removeEdgesOf(owner: number): void;
  /** The first edge out of `node`, or -1; `nextOut` gives the others. */
  firstOut(node: number): number;
  nextOut(edge: number): number;
  firstIn(node: number): number;
  nextIn(edge: number): number;
  firstOf(owner: number): number;
  nextOf(edge: number): number;
  from(edge: number): number;
  to(edge: number): number;
  cost(edge: number): number;
  owner(edge: number): number;
  state(edge: number): EdgeState;
  rule(edge: number): number;
  row(edge: number): number;
  guard(edge: number): number;
}

export function createMultigraph(): Multigraph {
  const [out, into, owned] = [createEdgeLists(), createEdgeLists(), createEdgeLists()];
  const columns = createColumns();
  const { from, to, owner } = columns;
  const free: number[] = [];
  let nodes = 0;
  let edges = 0;

  function removeEdge(edge: number): void {
    out.remove(from(edge), edge);
    into.remove(to(edge), edge);
    owned.remove(owner(edge), edge);
    free.push(edge);
  }

  return {
    ...columns,
    get nodes() {
      return nodes;
    },
    get edges() {
      return edges;
    },
    get size() {
      return edges - free.length;
    },
    addNode: () => nodes++,
    addEdge(columnsOfEdge) {
      const { cost } = columnsOfEdge;
      if (!Number.isInteger(cost) || cost < 1 || cost > 255) throw new RangeError(`cost ${cost}`);
      const edge = free.pop() ?? edges++;
      columns.set(edge, columnsOfEdge);
      out.insert(columnsOfEdge.from, edge);
      into.insert(columnsOfEdge.to, edge);
      owned.insert(columnsOfEdge.owner, edge);
      return edge;
    },
    removeEdge,
    removeEdgesOf(key) {
      for (let edge = owned.first(key); edge >= 0; edge = owned.first(key)) removeEdge(edge);
    },
    firstOut: out.first,
    nextOut: out.next,
    firstIn: into.first,
    nextIn: into.next,
    firstOf: owned.first,
    nextOf: owned.next,
  };
}

/** The columns of each edge, without the lists it is in. */
function createColumns() {
  let froms = new Int32Array(0);
  let tos = new Int32Array(0);
  let costs = new Uint8Array(0);
  let owners = new Int32Array(0);
  let states = new Uint8Array(0);
  let rules = new Uint16Array(0);
  let rows = new Int32Array(0);
  let guards = new Int32Array(0);

  function makeRoom(edge: number): void {
    froms = growArray(froms, edge);
    tos = growArray(tos, edge);
    costs = growArray(costs, edge);
    owners = growArray(owners, edge);
    states = growArray(states, edge);
    rules = growArray(rules, edge);
    rows = growArray(rows, edge);
    guards = growArray(guards, edge);
  }

  return {
    from: (edge: number) => froms[edge]!,
    to: (edge: number) => tos[edge]!,
    cost: (edge: number) => costs[edge]!,
    owner: (edge: number) => owners[edge]!,
    state: (edge: number) => edgeStates[states[edge]!]!,
    rule: (edge: number) => rules[edge]!,
    row: (edge: number) => rows[edge]!,
    guard: (edge: number) => guards[edge]!,
    set(edge: number, { from, to, cost, owner, state, rule, row, guard }: EdgeColumns) {
      makeRoom(edge);
      froms[edge] = from;
      tos[edge] = to;
      costs[edge] = cost;
      owners[edge] = owner;
      states[edge] = edgeStates.indexOf(state);
      rules[edge] = rule;
      rows[edge] = row;
      guards[edge] = guard;
    },
  };
}
