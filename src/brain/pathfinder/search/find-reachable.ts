import type { WalkGraph } from "../graph/walk-graph.ts";
import { type AddedStep, createFrontier, type Direction, type Frontier } from "./frontier.ts";
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
  has(node: number): boolean;
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

function spread(graph: WalkGraph, { roots, direction, ...bounds }: SpreadRequest): Reached {
  return createSpread(graph.nodes, { roots, direction, ...bounds })(graph, []);
}

/**
 * Finds the nodes that `starts` can reach in a graph that grows: `graph` has all steps of the last
 * call's graph and those `added`.
 */
export type GrowingReach = (graph: WalkGraph, added: readonly AddedStep[]) => Reached;

export function createGrowingReach(
  nodes: number,
  starts: readonly number[],
  bounds: ReachBounds,
): GrowingReach {
  return createSpread(nodes, { roots: starts, direction: "from", ...bounds });
}

function createSpread(
  nodes: number,
  { roots, direction, maxSteps, budget }: SpreadRequest,
): GrowingReach {
  const frontier = createFrontier(nodes, direction);
  let oncePerNode = true;
  let settled: Settled | null = null;

  function start(graph: WalkGraph, meter: Meter): Settled {
    frontier.begin(roots, { maxSteps, oncePerNode });
    return settleAll(graph, { frontier, before: null, meter });
  }

  return (graph, added) => {
    const meter = createMeter(budget);
    if (settled) {
      frontier.extend(added);
      settled = settleAll(graph, { frontier, before: settled, meter });
    } else settled = start(graph, meter);
    if (oncePerNode && frontier.stepLimitHit && meter.cutShort === null) {
      oncePerNode = false;
      settled = start(graph, meter);
    }
    return { ...resultOf(frontier.labels, settled, direction), cutShort: meter.cutShort };
  };
}

interface Settled {
  /** Nodes, cheapest first. */
  order: number[];
  /** By node: its cheapest label, or -1. */
  labels: Int32Array;
}

/** Settles all labels, those of the nodes settled `before` only if they are better. */
function settleAll(
  graph: WalkGraph,
  { frontier, before, meter }: { frontier: Frontier; before: Settled | null; meter: Meter },
): Settled {
  const order = [...(before?.order ?? [])];
  const best = before?.labels.slice() ?? new Int32Array(graph.nodes).fill(-1);
  const { labels } = frontier;
  const isBetter = (label: number, than: number) =>
    labels.cost(label) < labels.cost(than) ||
    (labels.cost(label) === labels.cost(than) && labels.steps(label) < labels.steps(than));
  while (frontier.radius() >= 0) {
    const examinedBefore = frontier.examined;
    const label = frontier.advance(graph);
    const node = labels.node(label);
    if (best[node]! < 0) order.push(node);
    if (best[node]! < 0 || isBetter(label, best[node]!)) best[node] = label;
    if (!meter.spend(frontier.examined - examinedBefore)) break;
  }
  if (before) order.sort((a, b) => labels.cost(best[a]!) - labels.cost(best[b]!));
  return { order, labels: best };
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
    has: (node) => settled.labels[node]! >= 0,
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
