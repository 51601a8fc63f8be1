import type { IsWorthVisiting, VisitStep, WalkGraph } from "../graph/walk-graph.ts";
import { createBucketQueue } from "./bucket-queue.ts";
import { createLabelPool, type LabelPool } from "./label-pool.ts";

/** Which way a frontier grows. */
export type Direction = "from" | "into";

/** What a cheapest-first search knows from one side; used for many searches, one after the other. */
export interface Frontier {
  /** Of each node the ways there of which none is both cheaper and shorter than another. */
  readonly labels: Omit<LabelPool, "add" | "settle" | "begin">;
  /** Forgets everything, and begins in `roots`. */
  begin(roots: Iterable<number>, bounds: FrontierBounds): void;
  /** The cost at which the next label is settled; -1 when none is left. */
  radius(): number;
  /** Settles the next label, which it gives, and goes on from its node in `graph`. */
  advance(graph: WalkGraph, options?: AdvanceOptions): number;
  /** Whether the bound on steps kept a way from going on. */
  readonly stepLimitHit: boolean;
  /** Moves looked at since it began. */
  readonly examined: number;
}

export interface FrontierBounds {
  /** Moves on one way at most. */
  maxSteps: number;
  /**
   * Whether only the cheapest way to a node is known, of those the one of fewest steps: all that
   * matters unless the bound is met, where a dearer way of fewer steps may be the one that goes on:
   * then nothing more is settled.
   */
  oncePerNode: boolean;
}

export interface AdvanceOptions {
  /** Told each label that is made. */
  onLabel(label: number): void;
  /** Whether a way of this cost is worth knowing at all. */
  isWorth(node: number, cost: number): boolean;
}

export function createFrontier(nodes: number, direction: Direction): Frontier {
  const labels = createLabelPool(nodes);
  const queue = createBucketQueue();
  let most = 0;
  let oncePerNode = false;
  let boundMet = false;
  let looked = 0;
  /** What is gone on from. */
  let parent = -1;
  let base = 0;
  let movesToPassed = 0;
  let movesToOthers = 0;
  let passing = 0;
  let { onLabel, isWorth } = knowAll;

  const movesTo = (node: number) => (node < passing ? movesToOthers : movesToPassed);

  const visit: VisitStep = (node, moveCost, edge, through) => {
    const cost = base + moveCost;
    const steps = movesTo(node);
    if (labels.isBeaten(node, cost, steps)) return;
    if (steps > most) {
      boundMet = true;
      return;
    }
    const label = labels.add({ node, cost, steps, parent, edge, through });
    queue.push(cost, label);
    onLabel(label);
  };

  const mayBeWorth: IsWorthVisiting = (node, moveCost) => {
    looked++;
    const cost = base + moveCost;
    const steps = movesTo(node);
    if (steps > most && (boundMet || !oncePerNode)) return false;
    return !labels.isBeaten(node, cost, steps) && isWorth(node, cost);
  };

  return {
    labels,
    get examined() {
      return looked;
    },
    get stepLimitHit() {
      return boundMet;
    },
    begin(roots, bounds) {
      queue.clear();
      looked = 0;
      boundMet = false;
      ({ maxSteps: most, oncePerNode } = bounds);
      labels.begin(oncePerNode);
      for (const node of roots) {
        if (labels.first(node) >= 0) continue;
        queue.push(0, labels.add({ node, cost: 0, steps: 0, parent: -1, edge: -1, through: -1 }));
      }
    },
    radius() {
      if (boundMet && oncePerNode) return -1;
      for (let cost = queue.minKey(); cost >= 0; cost = queue.minKey()) {
        const label = queue.pop();
        if (labels.isDropped(label)) continue;
        queue.push(cost, label);
        return cost;
      }
      return -1;
    },
    advance(graph, options = knowAll) {
      ({ onLabel, isWorth } = options);
      parent = queue.pop();
      labels.settle(parent);
      const node = labels.node(parent);
      const steps = labels.moves(parent);
      base = labels.cost(parent);
      passing = graph.firstVirtual;
      // A move counts where it leads to, whichever side it is looked at from.
      const isEntered = node < passing;
      movesToOthers = direction === "from" || isEntered ? steps + 1 : steps;
      movesToPassed = direction === "into" && isEntered ? steps + 1 : steps;
      (direction === "from" ? graph.outgoing : graph.incoming)(node, visit, mayBeWorth);
      return parent;
    },
  };
}

const knowAll: AdvanceOptions = { onLabel: () => undefined, isWorth: () => true };
