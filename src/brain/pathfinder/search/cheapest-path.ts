import type { WalkGraph } from "../types.ts";
import type { CostedPath } from "./costed-path.ts";
import { createFrontier, type Frontier } from "./frontier.ts";
import type { Meter } from "./meter.ts";

export interface CheapestRequest {
  starts: readonly number[];
  ends: readonly number[];
  /** What it has to cost less than. */
  below: number;
  meter: Meter;
}

/** A cheapest path from a start to an end; null when there is none, or none was found in the budget. */
export type FindCheapest = (graph: WalkGraph, request: CheapestRequest) => CostedPath | null;

/**
 * Searches from both sides, the next step always on the side that has looked at less: what is
 * small on either side (few who can get in, few places to get to) ends the search.
 */
export function createFindCheapest(nodes: number): FindCheapest {
  const forward = createFrontier(nodes);
  const backward = createFrontier(nodes);
  let meeting = -1;
  let best = 0;

  function consider(node: number): void {
    const before = forward.costOf(node);
    const after = backward.costOf(node);
    if (before < 0 || after < 0 || before + after >= best) return;
    best = before + after;
    meeting = node;
  }

  /** A path that neither side knows whole has a move between what they have settled, which costs 1 at least. */
  function mayImprove(): boolean {
    const near = forward.radius();
    const far = backward.radius();
    return near >= 0 && far >= 0 && near + far + 1 < best;
  }

  return (graph, { starts, ends, below, meter }) => {
    meeting = -1;
    best = below;
    forward.begin(starts);
    backward.begin(ends);
    for (const start of starts) consider(start);
    while (mayImprove()) {
      const side = forward.looked <= backward.looked ? forward : backward;
      const before = side.looked;
      side.advance(side === forward ? graph.movesFrom : graph.movesInto, consider);
      if (!meter.spend(side.looked - before)) break;
    }
    return meeting < 0 ? null : joined(meeting, { forward, backward });
  };
}

/** The path over `meeting` that both sides know. */
function joined(
  meeting: number,
  { forward, backward }: { forward: Frontier; backward: Frontier },
): CostedPath {
  const moves: CostedPath["moves"] = [];
  let start = meeting;
  for (let before = forward.parentOf(start); before >= 0; before = forward.parentOf(start)) {
    moves.push({ node: start, edge: forward.edgeOf(start), through: forward.throughOf(start) });
    start = before;
  }
  moves.reverse();
  const costs = moves.map(({ node }) => forward.costOf(node));
  const cost = forward.costOf(meeting) + backward.costOf(meeting);
  let node = meeting;
  for (let next = backward.parentOf(node); next >= 0; next = backward.parentOf(node)) {
    moves.push({ node: next, edge: backward.edgeOf(node), through: backward.throughOf(node) });
    costs.push(cost - backward.costOf(next));
    node = next;
  }
  return { start, cost, moves, costs };
}
