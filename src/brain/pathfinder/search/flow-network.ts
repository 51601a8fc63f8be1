import { growArray } from "../graph/grow-array.ts";

/** More than any flow: of what nothing mends. */
export const unlimited = 1 << 30;

/** Nodes and arcs of limited capacity. An arc's other direction is the arc of number `arc ^ 1`. */
export interface FlowNetwork {
  readonly nodes: number;
  addNode(): number;
  addArc(from: number, to: number, capacity: number): number;
  /** The first arc out of `node`, whatever is left of it; the others follow by `next`; -1 at the end. */
  first(node: number): number;
  next(arc: number): number;
  to(arc: number): number;
  /** Whether it is one that was added, not the other direction of one. */
  isOwn(arc: number): boolean;
  /** How much more can flow over it. */
  left(arc: number): number;
  send(arc: number, flow: number): void;
}

export function createFlowNetwork(): FlowNetwork {
  let heads = new Int32Array(0);
  let [tos, nexts, lefts] = [new Int32Array(0), new Int32Array(0), new Int32Array(0)];
  let [nodes, arcs] = [0, 0];

  function addHalf(from: number, to: number, left: number): number {
    tos = growArray(tos, arcs);
    nexts = growArray(nexts, arcs);
    lefts = growArray(lefts, arcs);
    tos[arcs] = to;
    lefts[arcs] = left;
    nexts[arcs] = heads[from]!;
    heads[from] = arcs;
    return arcs++;
  }

  return {
    get nodes() {
      return nodes;
    },
    addNode() {
      heads = growArray(heads, nodes, -1);
      return nodes++;
    },
    addArc(from, to, capacity) {
      const arc = addHalf(from, to, capacity);
      addHalf(to, from, 0);
      return arc;
    },
    first: (node) => heads[node]!,
    next: (arc) => nexts[arc]!,
    to: (arc) => tos[arc]!,
    isOwn: (arc) => (arc & 1) === 0,
    left: (arc) => lefts[arc]!,
    send(arc, flow) {
      lefts[arc] = lefts[arc]! - flow;
      lefts[arc ^ 1] = lefts[arc ^ 1]! + flow;
    },
  };
}
