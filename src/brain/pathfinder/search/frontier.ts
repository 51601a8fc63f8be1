import type { IsWorthVisiting, VisitStep, WalkGraph } from "../graph/walk-graph.ts";
import { createBucketQueue } from "./bucket-queue.ts";
import { createLabelPool, type LabelPool } from "./label-pool.ts";

/** Whether a frontier follows steps forwards from its roots or backwards into them. */
export type Direction = "from" | "into";

/** One side of a cheapest-first search, reused for many searches one after the other. */
export interface Frontier {
  /** The labels of each node, none of them both cheaper and shorter than another. */
  readonly labels: Omit<LabelPool, "add" | "settle" | "begin" | "reopen">;
  /** Clears everything and starts from `roots`. */
  begin(roots: Iterable<number>, bounds: FrontierBounds): void;
  /** Takes steps that its graph didn't have before, from all labels of their nodes. */
  extend(steps: readonly AddedStep[]): void;
  /** The cost of the next label to settle; -1 when none is left. */
  radius(): number;
  /** Settles the next label, expands its node in `graph` and returns the label. */
  advance(graph: WalkGraph, options?: AdvanceOptions): number;
  /** Whether the step limit stopped a path from going on. */
  readonly stepLimitHit: boolean;
  /** Steps examined since `begin`. */
  readonly examined: number;
}

export interface FrontierBounds {
  /** Steps of one path at most. */
  maxSteps: number;
  /**
   * Whether each node keeps only its cheapest label, the one with the fewest steps among equals.
   * That is enough until the step limit is hit: then a dearer path with fewer steps may be the one
   * that goes on, and nothing more is settled.
   */
  oncePerNode: boolean;
}

/** A step of one edge, or of two through a transit node. */
export interface AddedStep {
  from: number;
  to: number;
  cost: number;
  edge: number;
  through: number;
}

export interface AdvanceOptions {
  /** Called with each new label. */
  onLabel(label: number): void;
  /** Whether a path of this cost to `node` is worth a label. */
  isWorth(node: number, cost: number): boolean;
}

export function createFrontier(nodes: number, direction: Direction): Frontier {
  const labels = createLabelPool(nodes);
  const queue = createBucketQueue();
  let maxSteps = 0;
  let oncePerNode = false;
  let stepLimitHit = false;
  let examined = 0;
  /** The label being expanded. */
  let parent = -1;
  let base = 0;
  let stepsToVirtual = 0;
  let stepsToReal = 0;
  let firstVirtual = 0;
  let { onLabel, isWorth } = acceptAll;

  const stepsTo = (node: number) => (node < firstVirtual ? stepsToReal : stepsToVirtual);

  /** Makes `label` the one being expanded. */
  function expand(label: number): void {
    parent = label;
    base = labels.cost(label);
    // A step is counted at its target, in both directions.
    const isReal = labels.node(label) < firstVirtual;
    const steps = labels.steps(label);
    stepsToReal = direction === "from" || isReal ? steps + 1 : steps;
    stepsToVirtual = direction === "into" && isReal ? steps + 1 : steps;
  }

  const visit: VisitStep = (node, moveCost, edge, through) => {
    const cost = base + moveCost;
    const steps = stepsTo(node);
    if (labels.isDominated(node, cost, steps)) return;
    if (steps > maxSteps) {
      stepLimitHit = true;
      return;
    }
    const label = labels.add({ node, cost, steps, parent, edge, through });
    queue.push(cost, label);
    onLabel(label);
  };

  const isWorthVisiting: IsWorthVisiting = (node, moveCost) => {
    examined++;
    const cost = base + moveCost;
    const steps = stepsTo(node);
    if (steps > maxSteps && (stepLimitHit || !oncePerNode)) return false;
    return !labels.isDominated(node, cost, steps) && isWorth(node, cost);
  };

  return {
    labels,
    get examined() {
      return examined;
    },
    get stepLimitHit() {
      return stepLimitHit;
    },
    begin(roots, bounds) {
      queue.clear();
      examined = 0;
      stepLimitHit = false;
      ({ maxSteps, oncePerNode } = bounds);
      labels.begin(oncePerNode);
      for (const node of roots) {
        if (labels.first(node) >= 0) continue;
        queue.push(0, labels.add({ node, cost: 0, steps: 0, parent: -1, edge: -1, through: -1 }));
      }
    },
    extend(steps) {
      labels.reopen();
      queue.clear();
      ({ onLabel } = acceptAll);
      for (const { from, to, cost, edge, through } of steps) {
        const [near, far] = direction === "from" ? [from, to] : [to, from];
        for (let label = labels.first(near); label >= 0; label = labels.next(label)) {
          expand(label);
          visit(far, cost, edge, through);
        }
      }
    },
    radius() {
      if (stepLimitHit && oncePerNode) return -1;
      for (let cost = queue.minKey(); cost >= 0; cost = queue.minKey()) {
        const label = queue.pop();
        if (labels.isDropped(label)) continue;
        queue.push(cost, label);
        return cost;
      }
      return -1;
    },
    advance(graph, options = acceptAll) {
      ({ onLabel, isWorth } = options);
      firstVirtual = graph.firstVirtual;
      const label = queue.pop();
      labels.settle(label);
      const node = labels.node(label);
      expand(label);
      (direction === "from" ? graph.outgoing : graph.incoming)(node, visit, isWorthVisiting);
      return label;
    },
  };
}

const acceptAll: AdvanceOptions = { onLabel: () => undefined, isWorth: () => true };
