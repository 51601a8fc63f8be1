import type { WalkGraph } from "../types.ts";
import type { Meter } from "./meter.ts";

/** How many moves each node is from the nearest of `starts`, as far as `maxMoves`; -1: farther, or never. */
export function fewestMovesFrom(
  graph: WalkGraph,
  { starts, maxMoves, meter }: { starts: Iterable<number>; maxMoves: number; meter: Meter },
): Int32Array {
  const moves = new Int32Array(graph.nodes).fill(-1);
  const queue: number[] = [];
  let next = 0;
  let looked = 0;

  function reach(node: number): void {
    if (moves[node]! >= 0) return;
    moves[node] = next;
    queue.push(node);
  }

  function isNew(node: number): boolean {
    looked++;
    return moves[node]! < 0;
  }

  for (const start of starts) reach(start);
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at]!;
    next = moves[node]! + 1;
    if (next > maxMoves) break;
    looked = 0;
    graph.movesFrom(node, reach, isNew);
    if (!meter.spend(looked)) break;
  }
  return moves;
}
