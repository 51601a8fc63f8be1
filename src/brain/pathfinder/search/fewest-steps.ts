import type { WalkGraph } from "../graph/walk-graph.ts";
import type { Meter } from "./meter.ts";

/** How many moves each node is from the nearest of `starts`, as far as `maxSteps`; -1: farther, or never. */
export function fewestStepsFrom(
  graph: WalkGraph,
  { starts, maxSteps, meter }: { starts: Iterable<number>; maxSteps: number; meter: Meter },
): Int32Array {
  const moves = new Int32Array(graph.nodes).fill(-1);
  let level: number[] = [];
  let nextLevel: number[] = [];
  let now = 0;
  let looked = 0;

  function reach(node: number): void {
    if (moves[node]! >= 0) return;
    const isPassed = node >= graph.firstVirtual;
    moves[node] = isPassed ? now : now + 1;
    (isPassed ? level : nextLevel).push(node);
  }

  function isNew(node: number): boolean {
    looked++;
    return moves[node]! < 0 && (now < maxSteps || node >= graph.firstVirtual);
  }

  for (const start of starts) {
    moves[start] = 0;
    level.push(start);
  }
  for (; level.length > 0; now++) {
    // What is passed by joins the level it is met in.
    for (const node of level) {
      looked = 0;
      graph.outgoing(node, reach, isNew);
      if (!meter.spend(looked)) return moves;
    }
    [level, nextLevel] = [nextLevel, []];
  }
  return moves;
}
