import { growArray } from "../graph/grow-array.ts";

/** A capacity larger than any flow, for arcs that no fix removes. */
export const unlimited = 1 << 30;

/** Nodes and arcs with limited capacity. The reverse of an arc has the number `arc ^ 1`. */
export interface FlowNetwork {
  readonly nodes: number;
  addNode(): number;
  addArc(from: number, to: number, capacity: number): number;
  /** The first arc out of `node`, even a full one; `next` gives the others, -1 at the end. */
  first(node: number): number;
  next(arc: number): number;
  to(arc: number): number;
  /** Whether it was added with `addArc`, and is not the reverse of such an arc. */
  isOwn(arc: number): boolean;
  /** Remaining capacity. */
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
