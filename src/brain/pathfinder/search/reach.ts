import type { Budget, CutShort, FoundPath, WalkGraph } from "../types.ts";
import { plain } from "./costed-path.ts";
import { pathOf, searchLabels } from "./label-search.ts";
import { createMeter, type Meter } from "./meter.ts";
import { reversed } from "./reversed.ts";

export interface ReachBounds {
  /** Moves on one way at most. */
  maxMoves: number;
  budget: Budget;
}

/** How some nodes' surroundings were reached. */
export interface Reached {
  /** Every node that was, with those it began in, cheapest first. */
  nodes: readonly number[];
  /** Of the cheapest way within the bound on moves; -1: there is none. */
  costOf(node: number): number;
  /** Moves of that way, the fewest at its cost. */
  movesOf(node: number): number;
  /** That way, always in the direction it is gone; `node` was reached. */
  pathOf(node: number): FoundPath;
  cutShort: CutShort | null;
}

/** What can be got to from `starts`. */
export function reachFrom(
  graph: WalkGraph,
  starts: readonly number[],
  { maxMoves, budget }: ReachBounds,
): Reached {
  const meter = createMeter(budget);
  const free = spread(graph, { starts, maxMoves, meter, oncePerNode: true });
  // A cheapest way that is too long may hide a dearer one that is not: then ways compete by both.
  const exact =
    free.boundMet && meter.cutShort === null
      ? spread(graph, { starts, maxMoves, meter, oncePerNode: false })
      : free;
  return { ...exact.reached, cutShort: meter.cutShort };
}

/** Who can get to `ends`. */
export function reachInto(graph: WalkGraph, ends: readonly number[], bounds: ReachBounds): Reached {
  const reached = reachFrom(reversed(graph), ends, bounds);
  return { ...reached, pathOf: (node) => turned(reached.pathOf(node)) };
}

function spread(
  graph: WalkGraph,
  request: { starts: readonly number[]; maxMoves: number; meter: Meter; oncePerNode: boolean },
) {
  const labels = new Int32Array(graph.nodes).fill(-1);
  const order: number[] = [];
  const { pool, boundMet } = searchLabels(graph, {
    ...request,
    movesLeft: () => 0,
    isGoal: () => false,
    onSettled(label, node) {
      if (labels[node]! >= 0) return;
      labels[node] = label;
      order.push(node);
    },
  });
  const reached = {
    nodes: order,
    costOf: (node: number) => (labels[node]! < 0 ? -1 : pool.cost(labels[node]!)),
    movesOf: (node: number) => (labels[node]! < 0 ? -1 : pool.moves(labels[node]!)),
    pathOf: (node: number) => plain(pathOf(pool, labels[node]!)),
  };
  return { reached, boundMet };
}

/** A path through the reversed graph as it is gone. */
function turned({ start, cost, moves }: FoundPath): FoundPath {
  const nodes = [start, ...moves.map(({ node }) => node)];
  return {
    start: nodes.at(-1)!,
    cost,
    moves: moves.map(({ edge, through }, at) => ({ node: nodes[at]!, edge, through })).reverse(),
  };
}
