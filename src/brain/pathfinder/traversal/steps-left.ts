import type { WalkGraph } from "../graph/walk-graph.ts";
import type { Meter } from "../search/meter.ts";

/** How many steps a path from this node to an end takes at least. */
export type StepsLeft = (node: number) => number;

export interface StepsLeftTerms {
  /** Leads from what can be read to all its uses, whoever is admitted. */
  graph: WalkGraph;
  ends: readonly number[];
  maxSteps: number;
  /** Whether entering the node takes no step: a virtual node, or what is read within a step. */
  isPassed(node: number): boolean;
  meter: Meter;
}

/** Nodes expanded at most: the steps of all others are at least one more than was looked at. */
const maxExpanded = 4_000;

/** Goes back from the ends, step by step, until that takes too many nodes. */
export function createStepsLeft({
  graph,
  ends,
  maxSteps,
  isPassed,
  meter,
}: StepsLeftTerms): StepsLeft {
  /** By node: its steps plus one. */
  const known = new Uint8Array(graph.nodes);
  let [queue, next]: [number[], number[]] = [[], [...ends]];
  for (const end of ends) known[end] = 1;
  let complete = 0;
  let expanded = 0;
  for (let steps = 0; steps <= maxSteps && next.length > 0; steps++) {
    [queue, next] = [next, []];
    // Passed nodes are added to the queue while it is read.
    for (const node of queue) {
      if (++expanded > maxExpanded || !meter.spend(1)) return bounded;
      const [before, list] = isPassed(node) ? [steps, queue] : [steps + 1, next];
      graph.incoming(
        node,
        (from) => {
          if (known[from] !== 0) return;
          known[from] = before + 1;
          list.push(from);
        },
        (from) => known[from] === 0,
      );
    }
    complete = steps + 1;
  }
  return next.length === 0 ? whole : bounded;

  function bounded(node: number): number {
    return known[node] === 0 ? complete + 1 : known[node]! - 1;
  }

  function whole(node: number): number {
    return known[node] === 0 ? Number.POSITIVE_INFINITY : known[node]! - 1;
  }
}
