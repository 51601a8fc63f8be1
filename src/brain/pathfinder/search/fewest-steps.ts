import type { WalkGraph } from "../graph/walk-graph.ts";
import type { Meter } from "./meter.ts";

interface FewestStepsTerms {
  starts: Iterable<number>;
  maxSteps: number;
  meter: Meter;
  mayVisit?(node: number): boolean;
}

const everyNode = () => true;

/**
 * The number of steps from the nearest of `starts` to each node, over nodes that `mayVisit` allows;
 * -1: unreachable, or more than `maxSteps`.
 */
export function fewestStepsFrom(
  graph: WalkGraph,
  { starts, maxSteps, meter, mayVisit = everyNode }: FewestStepsTerms,
): Int32Array {
  const steps = new Int32Array(graph.nodes).fill(-1);
  let level: number[] = [];
  let nextLevel: number[] = [];
  let now = 0;
  let examined = 0;

  function reach(node: number): void {
    if (steps[node]! >= 0 || !mayVisit(node)) return;
    const isVirtual = node >= graph.firstVirtual;
    steps[node] = isVirtual ? now : now + 1;
    (isVirtual ? level : nextLevel).push(node);
  }

  function isNew(node: number): boolean {
    examined++;
    return steps[node]! < 0 && (now < maxSteps || node >= graph.firstVirtual) && mayVisit(node);
  }

  for (const start of starts) {
    if (!mayVisit(start)) continue;
    steps[start] = 0;
    level.push(start);
  }
  for (; level.length > 0; now++) {
    // A virtual node belongs to the level of the node before it.
    for (const node of level) {
      examined = 0;
      graph.outgoing(node, reach, isNew);
      if (!meter.spend(examined)) return steps;
    }
    [level, nextLevel] = [nextLevel, []];
  }
  return steps;
}
