import type { WalkGraph } from "../graph/walk-graph.ts";
import { fewestStepsFrom } from "./fewest-steps.ts";
import { createMeter, type Meter } from "./meter.ts";
import { restrictGraph } from "./restricted-graph.ts";
import { reverseGraph } from "./reverse-graph.ts";
import type { Budget, CutShort } from "./types.ts";

export interface CountRequest {
  starts: readonly number[];
  ends: readonly number[];
  /** Steps of one path at most. */
  maxSteps: number;
  /** Counting stops at this number. */
  limit: number;
  budget: Budget;
}

export interface PathCount {
  count: number;
  /** Whether counting stopped at the limit. */
  limited: boolean;
  cutShort: CutShort | null;
}

/**
 * Counts the simple paths that `kBestPaths` could return. Counts again with each larger step limit,
 * short paths first: a depth-first search may spend all its time in a dead end.
 */
export function countPaths(graph: WalkGraph, request: CountRequest): PathCount {
  const { starts, ends, maxSteps, limit } = request;
  const meter = createMeter(request.budget);
  const stepsLeft = fewestStepsFrom(reverseGraph(graph), { starts: ends, maxSteps, meter });
  const counting = { graph, starts, isEnd: new Set(ends), stepsLeft, limit, meter };
  let count = 0;
  for (let bound = 0; bound <= maxSteps && count < limit && meter.cutShort === null; bound++)
    count = Math.max(count, countWithin(counting, { ends, maxSteps: bound }));
  return { count, limited: count >= limit, cutShort: meter.cutShort };
}

interface Counting {
  graph: WalkGraph;
  starts: readonly number[];
  isEnd: ReadonlySet<number>;
  stepsLeft: Int32Array;
  limit: number;
  meter: Meter;
}

function countWithin(
  { graph, starts, isEnd, stepsLeft, limit, meter }: Counting,
  { ends, maxSteps }: { ends: readonly number[]; maxSteps: number },
): number {
  const restricted = restrictGraph(graph, { starts, ends });
  const sources = restricted.enter({ prefix: null, forbidden: new Set() });
  const onPath = new Set<number>();
  /** For each node on the path, the nodes still to try after it. */
  const open: number[][] = [[...sources]];
  const path: number[] = [];
  let steps = -1;
  let count = 0;

  const stepsTo = (node: number) => (node < graph.firstVirtual ? 1 : 0);

  /** The nodes that can follow the last one with an end close enough. */
  function nextNodes(node: number): number[] {
    const nodes = new Set<number>();
    let examined = 0;
    const isOpen = (to: number) => {
      examined++;
      const left = stepsLeft[to]!;
      const isNear = left >= 0 && steps + stepsTo(to) + left <= maxSteps;
      return isNear && !onPath.has(to) && !nodes.has(to);
    };
    const visit = (to: number) => {
      if (isOpen(to)) nodes.add(to);
    };
    restricted.graph.outgoing(node, visit, isOpen);
    meter.spend(examined);
    return [...nodes];
  }

  while (open.length > 0 && count < limit && meter.cutShort === null) {
    const node = open.at(-1)!.pop();
    if (node === undefined) {
      open.pop();
      const last = path.pop();
      if (last === undefined) break;
      onPath.delete(last);
      steps -= stepsTo(last);
    } else if (isEnd.has(node)) {
      count++;
    } else {
      path.push(node);
      onPath.add(node);
      steps += stepsTo(node);
      open.push(nextNodes(node));
    }
  }
  return count;
}
