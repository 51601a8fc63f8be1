import { growArray } from "../graph/grow-array.ts";

/** One path to a node: an earlier label plus one step. */
export interface Label {
  node: number;
  cost: number;
  /** Steps since the start. */
  steps: number;
  /** The previous label; -1 at a start. */
  parent: number;
  edge: number;
  through: number;
}

/** Labels by number. No label of a node is dominated by another of that node. */
export interface LabelPool {
  /** The newest label of `node`, or -1; `next` gives the others. */
  first(node: number): number;
  next(label: number): number;
  /**
   * Whether a label of the node costs no more and has no more steps; with one label per node: or
   * costs less.
   */
  isDominated(node: number, cost: number, steps: number): boolean;
  /** Records that no later label of its node will be cheaper. */
  settle(label: number): void;
  /** Adds a label that isn't dominated, removes those it dominates, and returns its number. */
  add(label: Label): number;
  /** Whether another label has replaced it. */
  isDropped(label: number): boolean;
  node(label: number): number;
  cost(label: number): number;
  steps(label: number): number;
  parent(label: number): number;
  edge(label: number): number;
  through(label: number): number;
  /** Clears everything. */
  begin(oncePerNode: boolean): void;
  /** Keeps the labels, but labels added from now on may be cheaper than those settled. */
  reopen(): void;
}

/** Offsets of a label's numbers, side by side because they are mostly read together. */
const [atNode, atCost, atSteps, atNext, atParent, atEdge, atThrough] = [0, 1, 2, 3, 4, 5, 6];
const width = 8;
/** Stored instead of the next label. */
const dropped = -2;

export function createLabelPool(nodes: number): LabelPool {
  // Zero stands for none in both: a search that visits few nodes of many touches little memory.
  /** By node: its newest label plus one, that label's cost and its steps. */
  const heads = new Int32Array(nodes * 4);
  /** By node: steps plus one of the label settled last, the fewest so far; answers most lookups. */
  const settledSteps = new Uint16Array(nodes);
  let values = new Int32Array(0);
  let size = 0;
  let oncePerNode = false;

  const first = (node: number) => heads[node * 4]! - 1;
  const next = (label: number) => values[label * width + atNext]!;
  const cost = (label: number) => values[label * width + atCost]!;
  const steps = (label: number) => values[label * width + atSteps]!;

  const dominates = (ownCost: number, ownSteps: number, thanCost: number, thanSteps: number) =>
    ownCost <= thanCost && (ownSteps <= thanSteps || (oncePerNode && ownCost < thanCost));

  function setHead(node: number, label: number): void {
    heads[node * 4] = label + 1;
    if (label < 0) return;
    heads[node * 4 + 1] = cost(label);
    heads[node * 4 + 2] = steps(label);
  }

  /** Removes the labels of `node` that a path of this cost and length dominates. */
  function dropDominated(node: number, byCost: number, bySteps: number): void {
    let before = -1;
    for (let one = first(node); one >= 0; ) {
      const after = next(one);
      if (!dominates(byCost, bySteps, cost(one), steps(one))) before = one;
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
    steps,
    settle(label) {
      settledSteps[values[label * width + atNode]!] = steps(label) + 1;
    },
    isDominated(node, ofCost, ofSteps) {
      const settledBy = settledSteps[node]!;
      if (settledBy !== 0 && (oncePerNode || settledBy <= ofSteps + 1)) return true;
      const [at, newest] = [node * 4, first(node)];
      if (newest < 0) return false;
      if (dominates(heads[at + 1]!, heads[at + 2]!, ofCost, ofSteps)) return true;
      for (let one = next(newest); one >= 0; one = next(one))
        if (dominates(cost(one), steps(one), ofCost, ofSteps)) return true;
      return false;
    },
    add(label) {
      dropDominated(label.node, label.cost, label.steps);
      const at = size * width;
      values = growArray(values, at + width);
      values[at + atNode] = label.node;
      values[at + atCost] = label.cost;
      values[at + atSteps] = label.steps;
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
    reopen() {
      for (let at = 0; at < size * width; at += width) settledSteps[values[at + atNode]!] = 0;
    },
    begin(once) {
      for (let at = 0; at < size * width; at += width) {
        setHead(values[at + atNode]!, -1);
        settledSteps[values[at + atNode]!] = 0;
      }
      size = 0;
      oncePerNode = once;
    },
  };
}
