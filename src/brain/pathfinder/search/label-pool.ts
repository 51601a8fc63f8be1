import { growArray } from "../graph/grow-array.ts";

/** A way of getting to a node: it goes on from an earlier one by one move. */
export interface Label {
  node: number;
  cost: number;
  /** Moves since the start. */
  steps: number;
  /** The label before it; -1 in a start. */
  parent: number;
  edge: number;
  through: number;
}

/** Labels by number. Of those of one node none is beaten by another. */
export interface LabelPool {
  /** The newest label of `node`, -1 when it has none; the others follow by `next`. */
  first(node: number): number;
  next(label: number): number;
  /** Whether a label of the node is neither dearer nor longer; with one label a node: or cheaper. */
  isBeaten(node: number, cost: number, steps: number): boolean;
  /** Tells that no later label of its node will be cheaper. */
  settle(label: number): void;
  /** Adds one that isn't beaten, in place of those that it beats; gives its number. */
  add(label: Label): number;
  /** Whether another one took its place. */
  isDropped(label: number): boolean;
  node(label: number): number;
  cost(label: number): number;
  moves(label: number): number;
  parent(label: number): number;
  edge(label: number): number;
  through(label: number): number;
  /** Forgets everything. */
  begin(oncePerNode: boolean): void;
}

/** Where the numbers of a label are: side by side, for most are asked for together. */
const [atNode, atCost, atMoves, atNext, atParent, atEdge, atThrough] = [0, 1, 2, 3, 4, 5, 6];
const width = 8;
const unsettled = 0xffff;
/** In place of the next one. */
const dropped = -2;

export function createLabelPool(nodes: number): LabelPool {
  /** By node: its newest label, and what that costs and how long it is. */
  const heads = new Int32Array(nodes * 4).fill(-1);
  /** By node: moves of the label settled last, which are its fewest so far: says most of what is asked. */
  const settledMoves = new Uint16Array(nodes).fill(unsettled);
  let values = new Int32Array(0);
  let size = 0;
  let oncePerNode = false;

  const first = (node: number) => heads[node * 4]!;
  const next = (label: number) => values[label * width + atNext]!;
  const cost = (label: number) => values[label * width + atCost]!;
  const moves = (label: number) => values[label * width + atMoves]!;

  const beats = (ownCost: number, ownMoves: number, thanCost: number, thanMoves: number) =>
    ownCost <= thanCost && (ownMoves <= thanMoves || (oncePerNode && ownCost < thanCost));

  function setHead(node: number, label: number): void {
    heads[node * 4] = label;
    if (label < 0) return;
    heads[node * 4 + 1] = cost(label);
    heads[node * 4 + 2] = moves(label);
  }

  /** Takes out of the node's list what a way of such cost and moves beats. */
  function dropBeaten(node: number, byCost: number, byMoves: number): void {
    let before = -1;
    for (let one = first(node); one >= 0; ) {
      const after = next(one);
      if (!beats(byCost, byMoves, cost(one), moves(one))) before = one;
      else {
        if (before < 0) setHead(node, after);
        else values[before * width + atNext] = after;
        values[one * width + atNext] = dropped;
      }
      one = after;
    }
  }

  return {
    first,
    next,
    cost,
    moves,
    settle(label) {
      settledMoves[values[label * width + atNode]!] = moves(label);
    },
    isBeaten(node, ofCost, ofMoves) {
      const settledBy = settledMoves[node]!;
      if (settledBy <= ofMoves || (oncePerNode && settledBy !== unsettled)) return true;
      const at = node * 4;
      if (heads[at]! < 0) return false;
      if (beats(heads[at + 1]!, heads[at + 2]!, ofCost, ofMoves)) return true;
      for (let one = next(heads[at]!); one >= 0; one = next(one))
        if (beats(cost(one), moves(one), ofCost, ofMoves)) return true;
      return false;
    },
    add(label) {
      dropBeaten(label.node, label.cost, label.steps);
      const at = size * width;
      values = growArray(values, at + width);
      values[at + atNode] = label.node;
      values[at + atCost] = label.cost;
      values[at + atMoves] = label.steps;
      values[at + atNext] = first(label.node);
      values[at + atParent] = label.parent;
      values[at + atEdge] = label.edge;
      values[at + atThrough] = label.through;
      setHead(label.node, size);
      return size++;
    },
    isDropped: (label) => next(label) === dropped,
    node: (label) => values[label * width + atNode]!,
    parent: (label) => values[label * width + atParent]!,
    edge: (label) => values[label * width + atEdge]!,
    through: (label) => values[label * width + atThrough]!,
    begin(once) {
      for (let at = 0; at < size * width; at += width) {
        setHead(values[at + atNode]!, -1);
        settledMoves[values[at + atNode]!] = unsettled;
      }
      size = 0;
      oncePerNode = once;
    },
  };
}
