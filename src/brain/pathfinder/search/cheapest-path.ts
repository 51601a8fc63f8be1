import type { WalkGraph } from "../graph/walk-graph.ts";
import type { CostedPath } from "./costed-path.ts";
import { createFrontier, type Frontier } from "./frontier.ts";
import type { Meter } from "./meter.ts";

export interface CheapestRequest {
  starts: readonly number[];
  ends: readonly number[];
  /** The path has to cost less than this. */
  below: number;
  /** Steps at most. */
  maxSteps: number;
  meter: Meter;
}

/**
 * Finds a cheapest path from a start to an end; null when there is none, or the budget ran out
 * before one was found.
 */
export type FindCheapest = (graph: WalkGraph, request: CheapestRequest) => CostedPath | null;

/**
 * Searches from both sides, always expanding the side that has examined fewer steps: a small
 * neighbourhood on either side (few sources, few targets) ends the search early.
 */
export function createFindCheapest(nodes: number): FindCheapest {
  const forward = createFrontier(nodes, "from");
  const backward = createFrontier(nodes, "into");

  return (graph, { starts, ends, below, maxSteps, meter }) => {
    let best = below;
    let meeting = { before: -1, after: -1 };
    forward.begin(starts, { maxSteps, oncePerNode: false });
    backward.begin(ends, { maxSteps, oncePerNode: false });

    /** Joins a new label with the other side's labels of the same node. */
    function consider(own: Frontier, label: number): void {
      const other = own === forward ? backward : forward;
      const [cost, steps] = [own.labels.cost(label), own.labels.steps(label)];
      const { labels } = other;
      for (let one = labels.first(own.labels.node(label)); one >= 0; one = labels.next(one)) {
        if (steps + labels.steps(one) > maxSteps || cost + labels.cost(one) >= best) continue;
        best = cost + labels.cost(one);
        const isForward = own === forward;
        meeting = isForward ? { before: label, after: one } : { before: one, after: label };
      }
    }

    for (const start of starts) consider(forward, forward.labels.first(start));
    for (;;) {
      const [near, far] = [forward.radius(), backward.radius()];
      // A path not yet known whole has a step of cost 1 or more between the two settled regions.
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

/** The path through two labels of the same node. */
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
