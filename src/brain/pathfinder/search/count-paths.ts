import type { Budget, CutShort, WalkGraph } from "../types.ts";
import { fewestMovesFrom } from "./fewest-moves.ts";
import { createMeter } from "./meter.ts";
import { createRemainder } from "./remainder.ts";
import { reversed } from "./reversed.ts";

export interface CountRequest {
  starts: readonly number[];
  ends: readonly number[];
  /** Moves on one path at most. */
  maxMoves: number;
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

/** How many simple paths there are, of those that `kBestPaths` would give. */
export function countPaths(graph: WalkGraph, request: CountRequest): PathCount {
  const { starts, ends, maxMoves, limit } = request;
  const meter = createMeter(request.budget);
  const movesLeft = fewestMovesFrom(reversed(graph), { starts: ends, maxMoves, meter });
  const remainder = createRemainder(graph, { starts, ends });
  const sources = remainder.enter({ prefix: null, forbidden: new Set() });
  const isEnd = new Set(ends);
  const onPath = new Set<number>();
  /** Of each node on the path, where else it may go on. */
  const open: number[][] = [[...sources]];
  const path: number[] = [];
  let count = 0;

  /** Where the path may go on from its last node: an end is near enough. */
  function movesOn(node: number): number[] {
    const nodes = new Set<number>();
    let looked = 0;
    const isOpen = (to: number) => {
      looked++;
      const left = movesLeft[to]!;
      return left >= 0 && path.length + left <= maxMoves && !onPath.has(to) && !nodes.has(to);
    };
    const visit = (to: number) => {
      if (isOpen(to)) nodes.add(to);
    };
    remainder.graph.movesFrom(node, visit, isOpen);
    meter.spend(looked);
    return [...nodes];
  }

  while (open.length > 0 && count < limit && meter.cutShort === null) {
    const node = open.at(-1)!.pop();
    if (node === undefined) {
      open.pop();
      onPath.delete(path.pop()!);
    } else if (isEnd.has(node)) {
      count++;
    } else {
      path.push(node);
      onPath.add(node);
      open.push(movesOn(node));
    }
  }
  return { count, limited: count >= limit, cutShort: meter.cutShort };
}
