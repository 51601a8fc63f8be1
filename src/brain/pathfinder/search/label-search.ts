import type { WalkGraph } from "../types.ts";
import { createBucketQueue } from "./bucket-queue.ts";
import type { CostedPath } from "./costed-path.ts";
import { createLabelPool, type LabelPool } from "./label-pool.ts";
import type { Meter } from "./meter.ts";

export interface LabelRequest {
  starts: readonly number[];
  maxMoves: number;
  /**
   * A node is settled once, by its cheapest way, and the search ends where the bound on moves is
   * met. Otherwise nodes are settled again by each dearer way of fewer moves: within the bound those
   * may be the ones that go on.
   */
  oncePerNode: boolean;
  /** Moves that it takes from a node to wherever the search is going, at least; -1: no way leads there. */
  movesLeft(node: number): number;
  /** Where the search ends. */
  isGoal(node: number): boolean;
  /** Told each label that is settled, cheapest first and of those the one of fewest moves. */
  onSettled(label: number, node: number): void;
  meter: Meter;
}

export interface LabelsFound {
  pool: LabelPool;
  /** The settled label of a goal; -1: none was reached. */
  goal: number;
  /** Whether the bound kept a label from going on. */
  boundMet: boolean;
}

/** Settles nodes by cost, knowing how many moves each way took. */
export function searchLabels(graph: WalkGraph, request: LabelRequest): LabelsFound {
  const { starts, maxMoves, oncePerNode, movesLeft, isGoal, onSettled, meter } = request;
  const pool = createLabelPool();
  const queue = createBucketQueue();
  const bestCost = new Int32Array(graph.nodes).fill(-1);
  const bestMoves = new Int32Array(graph.nodes);
  const settledMoves = new Int32Array(graph.nodes).fill(-1);
  let boundMet = false;
  let parent = -1;
  let parentCost = 0;
  let parentMoves = -1;
  let looked = 0;

  /** Keys order by cost, then moves; with one label a node the order within a cost doesn't matter. */
  const width = oncePerNode ? 1 : maxMoves + 1;
  const keyOf = (cost: number, moves: number) => cost * width + (oncePerNode ? 0 : moves);

  const movesTo = (node: number) => (node < graph.passing ? parentMoves + 1 : parentMoves);

  function isWorse(node: number, cost: number, moves: number): boolean {
    if (!oncePerNode && settledMoves[node]! >= 0) return moves >= settledMoves[node]!;
    const known = bestCost[node]!;
    if (known < 0 || cost < known) return false;
    return moves >= bestMoves[node]! || (oncePerNode && cost > known);
  }

  function offer(node: number, moveCost: number, edge: number, through: number): void {
    const cost = parentCost + moveCost;
    const moves = movesTo(node);
    if (isWorse(node, cost, moves)) return;
    const left = movesLeft(node);
    if (left < 0 || moves + left > maxMoves) {
      boundMet = true;
      return;
    }
    if (bestCost[node]! < 0 || cost <= bestCost[node]!) {
      bestCost[node] = cost;
      bestMoves[node] = moves;
    }
    queue.push(keyOf(cost, moves), pool.add({ node, cost, moves, parent, edge, through }));
  }

  function mayBeBetter(node: number, moveCost: number): boolean {
    looked++;
    if (!oncePerNode && movesTo(node) > maxMoves) return false;
    return !isWorse(node, parentCost + moveCost, movesTo(node));
  }

  function isOutdated(label: number): boolean {
    const node = pool.node(label);
    const moves = pool.moves(label);
    if (settledMoves[node]! >= 0) return oncePerNode || moves >= settledMoves[node]!;
    return oncePerNode && (pool.cost(label) > bestCost[node]! || moves > bestMoves[node]!);
  }

  for (const start of starts) offer(start, 0, -1, -1);
  while (queue.minKey() >= 0) {
    parent = queue.pop();
    if (isOutdated(parent)) continue;
    const node = pool.node(parent);
    parentCost = pool.cost(parent);
    parentMoves = pool.moves(parent);
    settledMoves[node] = parentMoves;
    onSettled(parent, node);
    if (isGoal(node)) return { pool, goal: parent, boundMet };
    looked = 0;
    graph.movesFrom(node, offer, mayBeBetter);
    if (!meter.spend(looked) || (oncePerNode && boundMet)) break;
  }
  return { pool, goal: -1, boundMet };
}

/** The path that ends in `label`. */
export function pathOf(pool: LabelPool, label: number): CostedPath {
  const path: CostedPath = { start: -1, cost: pool.cost(label), moves: [], costs: [] };
  let at = label;
  for (; pool.parent(at) >= 0; at = pool.parent(at)) {
    path.moves.push({ node: pool.node(at), edge: pool.edge(at), through: pool.through(at) });
    path.costs.push(pool.cost(at));
  }
  path.moves.reverse();
  path.costs.reverse();
  return { ...path, start: pool.node(at) };
}
