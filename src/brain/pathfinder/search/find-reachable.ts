import type { WalkGraph } from "../graph/walk-graph.ts";
import { createFrontier, type Direction, type Frontier } from "./frontier.ts";
import { createMeter, type Meter } from "./meter.ts";
import type { Budget, CutShort, FoundPath } from "./types.ts";

export interface ReachBounds {
  /** Steps of one path at most. */
  maxSteps: number;
  budget: Budget;
}

/** The nodes that a search reached. */
export interface Reached {
  /** Every node reached, including the roots, cheapest first. */
  nodes: readonly number[];
  /** Cost of the cheapest path within the step limit; -1: there is none. */
  costOf(node: number): number;
  /** Steps of that path, the fewest at its cost. */
  stepsOf(node: number): number;
  /** That path, always in walking direction; `node` must have been reached. */
  pathOf(node: number): FoundPath;
  cutShort: CutShort | null;
}

/** Finds the nodes that `starts` can reach. */
export function reachFrom(
  graph: WalkGraph,
  starts: readonly number[],
  bounds: ReachBounds,
): Reached {
  return spread(graph, { roots: starts, direction: "from", ...bounds });
}

/** Finds the nodes that can reach `ends`. */
export function reachInto(graph: WalkGraph, ends: readonly number[], bounds: ReachBounds): Reached {
  return spread(graph, { roots: ends, direction: "into", ...bounds });
}

interface SpreadRequest extends ReachBounds {
  roots: readonly number[];
  direction: Direction;
}

function spread(graph: WalkGraph, { roots, direction, maxSteps, budget }: SpreadRequest): Reached {
  const meter = createMeter(budget);
  const frontier = createFrontier(graph.nodes, direction);
  frontier.begin(roots, { maxSteps, oncePerNode: true });
  let settled = settleAll(graph, frontier, meter);
  if (frontier.stepLimitHit && meter.cutShort === null) {
    frontier.begin(roots, { maxSteps, oncePerNode: false });
    settled = settleAll(graph, frontier, meter);
  }
  return { ...resultOf(frontier.labels, settled, direction), cutShort: meter.cutShort };
}

interface Settled {
  /** Nodes, cheapest first. */
  order: number[];
  /** By node: its cheapest label, or -1. */
  labels: Int32Array;
}

function settleAll(graph: WalkGraph, frontier: Frontier, meter: Meter): Settled {
  const settled: Settled = { order: [], labels: new Int32Array(graph.nodes).fill(-1) };
  while (frontier.radius() >= 0) {
    const before = frontier.examined;
    const label = frontier.advance(graph);
    const node = frontier.labels.node(label);
    if (settled.labels[node]! < 0) {
      settled.labels[node] = label;
      settled.order.push(node);
    }
    if (!meter.spend(frontier.examined - before)) break;
  }
  return settled;
}

function resultOf(
  labels: Frontier["labels"],
  settled: Settled,
  direction: Direction,
): Omit<Reached, "cutShort"> {
  const ofCheapest = (node: number, read: (label: number) => number) =>
    settled.labels[node]! < 0 ? -1 : read(settled.labels[node]!);
  return {
    nodes: settled.order,
    costOf: (node) => ofCheapest(node, labels.cost),
    stepsOf: (node) => ofCheapest(node, labels.steps),
    pathOf(node) {
      const steps: FoundPath["steps"] = [];
      let at = settled.labels[node]!;
      const cost = labels.cost(at);
      for (; labels.parent(at) >= 0; at = labels.parent(at)) {
        const to = labels.node(direction === "from" ? at : labels.parent(at));
        steps.push({ node: to, edge: labels.edge(at), through: labels.through(at) });
      }
      if (direction === "into") return { start: node, cost, steps };
      return { start: labels.node(at), cost, steps: steps.reverse() };
    },
  };
}
