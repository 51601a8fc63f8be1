import type { WalkGraph } from "../graph/walk-graph.ts";
import { fewestStepsFrom } from "./fewest-steps.ts";
import { createMeter, type Meter } from "./meter.ts";
import { restrictGraph } from "./restricted-graph.ts";
import { reverseGraph } from "./reverse-graph.ts";
import type { Budget, CutShort } from "./types.ts";

export interface CountRequest {
  starts: readonly number[];
  ends: readonly number[];
  /** Moves on one path at most. */
  maxSteps: number;
  /** Where counting ends. */
  limit: number;
  budget: Budget;
}

export interface PathCount {
  count: number;
  /** Whether counting ended at the limit. */
  limited: boolean;
  cutShort: CutShort | null;
}

/**
 * How many simple paths there are, of those that `kBestPaths` would give. Those of few moves are
 * counted first, by counting again with each larger bound: a deep search may spend all its time
 * where nothing leads on.
 */
export function countPaths(graph: WalkGraph, request: CountRequest): PathCount {
  const { starts, ends, maxSteps, limit } = request;
  const meter = createMeter(request.budget);
  const movesLeft = fewestStepsFrom(reverseGraph(graph), { starts: ends, maxSteps, meter });
  const counting = { graph, starts, isEnd: new Set(ends), movesLeft, limit, meter };
  let count = 0;
  for (let bound = 0; bound <= maxSteps && count < limit && meter.cutShort === null; bound++)
    count = Math.max(count, countWithin(counting, { ends, maxSteps: bound }));
  return { count, limited: count >= limit, cutShort: meter.cutShort };
}

interface Counting {
  graph: WalkGraph;
  starts: readonly number[];
  isEnd: ReadonlySet<number>;
  movesLeft: Int32Array;
  limit: number;
  meter: Meter;
}

function countWithin(
  { graph, starts, isEnd, movesLeft, limit, meter }: Counting,
  { ends, maxSteps }: { ends: readonly number[]; maxSteps: number },
): number {
  const remainder = restrictGraph(graph, { starts, ends });
  const sources = remainder.enter({ prefix: null, forbidden: new Set() });
  const onPath = new Set<number>();
  /** Of each node on the path, where else it may go on. */
  const open: number[][] = [[...sources]];
  const path: number[] = [];
  let moves = -1;
  let count = 0;

  const weight = (node: number) => (node < graph.firstVirtual ? 1 : 0);

  /** Nodes that the path may go on to from its last one: an end is near enough. */
  function movesOn(node: number): number[] {
    const nodes = new Set<number>();
    let looked = 0;
    const isOpen = (to: number) => {
      looked++;
      const left = movesLeft[to]!;
      const isNear = left >= 0 && moves + weight(to) + left <= maxSteps;
      return isNear && !onPath.has(to) && !nodes.has(to);
    };
    const visit = (to: number) => {
      if (isOpen(to)) nodes.add(to);
    };
    remainder.graph.outgoing(node, visit, isOpen);
    meter.spend(looked);
    return [...nodes];
  }

  while (open.length > 0 && count < limit && meter.cutShort === null) {
    const node = open.at(-1)!.pop();
    if (node === undefined) {
      open.pop();
      const last = path.pop();
      if (last === undefined) break;
      onPath.delete(last);
      moves -= weight(last);
    } else if (isEnd.has(node)) {
      count++;
    } else {
      path.push(node);
      onPath.add(node);
      moves += weight(node);
      open.push(movesOn(node));
    }
  }
  return count;
}
