import type { WalkGraph } from "../graph/walk-graph.ts";
import type { CostedPath } from "./costed-path.ts";
import { createFrontier, type Frontier } from "./frontier.ts";
import type { Meter } from "./meter.ts";

export interface CheapestRequest {
  starts: readonly number[];
  ends: readonly number[];
  /** What it has to cost less than. */
  below: number;
  /** Moves at most. */
  maxSteps: number;
  meter: Meter;
}

/** A cheapest path from a start to an end; null when there is none, or none was found in the budget. */
export type FindCheapest = (graph: WalkGraph, request: CheapestRequest) => CostedPath | null;

/**
 * Searches from both sides, the next step always on the side that has looked at less: what is
 * small on either side (few who can get in, few places to get to) ends the search.
 */
export function createFindCheapest(nodes: number): FindCheapest {
  const forward = createFrontier(nodes, "from");
  const backward = createFrontier(nodes, "into");

  return (graph, { starts, ends, below, maxSteps, meter }) => {
    let best = below;
    let meeting = { before: -1, after: -1 };
    forward.begin(starts, { maxSteps, oncePerNode: false });
    backward.begin(ends, { maxSteps, oncePerNode: false });

    /** What one side's way to a node and the other's from there make together. */
    function consider(own: Frontier, label: number): void {
      const other = own === forward ? backward : forward;
      const [cost, steps] = [own.labels.cost(label), own.labels.moves(label)];
      const { labels } = other;
      for (let one = labels.first(own.labels.node(label)); one >= 0; one = labels.next(one)) {
        if (steps + labels.moves(one) > maxSteps || cost + labels.cost(one) >= best) continue;
        best = cost + labels.cost(one);
        const isForward = own === forward;
        meeting = isForward ? { before: label, after: one } : { before: one, after: label };
      }
    }

    for (const start of starts) consider(forward, forward.labels.first(start));
    for (;;) {
      const [near, far] = [forward.radius(), backward.radius()];
      // A path that neither side knows whole has a move between what they have settled, which costs 1 at least.
      if (near < 0 || far < 0 || near + far + 1 >= best) break;
      const side = forward.examined <= backward.examined ? forward : backward;
      const [other, otherRadius] = side === forward ? [backward, far] : [forward, near];
      const before = side.examined;
      side.advance(graph, {
        onLabel: (label) => consider(side, label),
        isWorth: (node, cost) =>
          cost + otherRadius + 1 < best || (cost < best && other.labels.first(node) >= 0),
      });
      if (!meter.spend(side.examined - before)) break;
    }
    return meeting.before < 0 ? null : joined(forward, backward, meeting);
  };
}

/** The path whose parts both sides know. */
function joined(
  { labels: first }: Frontier,
  { labels: second }: Frontier,
  { before, after }: { before: number; after: number },
): CostedPath {
  const steps: CostedPath["steps"] = [];
  const costs: number[] = [];
  let at = before;
  for (; first.parent(at) >= 0; at = first.parent(at)) {
    steps.push({ node: first.node(at), edge: first.edge(at), through: first.through(at) });
    costs.push(first.cost(at));
  }
  const start = first.node(at);
  steps.reverse();
  costs.reverse();
  const cost = first.cost(before) + second.cost(after);
  for (at = after; second.parent(at) >= 0; at = second.parent(at)) {
    const next = second.parent(at);
    steps.push({ node: second.node(next), edge: second.edge(at), through: second.through(at) });
    costs.push(cost - second.cost(next));
  }
  return { start, cost, steps, costs };
}
