import type { EdgePairs } from "./edge-pairs.ts";
import type { Multigraph } from "./multigraph.ts";
import type { VisitStep, WalkGraph } from "./walk-graph.ts";

/**
 * Which edges of a graph may be walked, and at what cost. Called at each step, so all of it must be
 * fast.
 */
export interface WalkRules {
  /** Whether the node (a key, say) is only passed through within a step. */
  isTransit(node: number): boolean;
  /** Pairs of edges through transit nodes; the other rules may exclude some of them. */
  edgePairs: EdgePairs;
  /** The cost of an edge on top of its own; -1: the edge may not be walked. */
  surcharge(edge: number): number;
  nodeAllowed(node: number): boolean;
  /** Whether a walk may start in this transit node, whoever holds it. */
  mayStartIn(transit: number): boolean;
  /** Whether a walk may end in this transit node. */
  mayEndIn(transit: number): boolean;
}

/**
 * The steps that `rules` allow in `graph` as it is now. Steps from the same edge through the same
 * transit node follow each other.
 */
export function createWalk(graph: Multigraph, rules: WalkRules): WalkGraph {
  const { isTransit, edgePairs, surcharge, nodeAllowed, mayStartIn, mayEndIn } = rules;
  const { firstOut, nextOut, firstIn, nextIn, from, to, cost } = graph;

  const costOf = (edge: number) => {
    const more = surcharge(edge);
    return more < 0 ? -1 : cost(edge) + more;
  };
  const isLeft = (edge: number, node: number) =>
    !isTransit(node) && nodeAllowed(node) && surcharge(edge) >= 0;

  return {
    nodes: graph.nodes,
    firstVirtual: graph.nodes,
    edges: graph.edges,
    outgoing(node, visit, isWorth) {
      if (!nodeAllowed(node) || (isTransit(node) && !mayStartIn(node))) return;
      const visitEnd: VisitStep = (last, sum, second, first) => {
        if (isLeft(second, last)) visit(last, sum, second, first);
      };
      for (let edge = firstOut(node); edge >= 0; edge = nextOut(edge)) {
        const target = to(edge);
        const own = nodeAllowed(target) ? costOf(edge) : -1;
        if (own < 0) continue;
        const transit = isTransit(target);
        if ((!transit || mayEndIn(target)) && isWorth(target, own)) visit(target, own, edge, -1);
        // A walk that starts in a transit node has no host that another transit node's guard could
        // admit.
        if (transit && !isTransit(node)) edgePairs.after(edge, own, visitEnd, isWorth);
      }
    },
    incoming(node, visit, isWorth) {
      if (!nodeAllowed(node) || (isTransit(node) && !mayEndIn(node))) return;
      const visitStart: VisitStep = (first, sum, second, through) => {
        if (isLeft(through, first)) visit(first, sum, second, through);
      };
      for (let edge = firstIn(node); edge >= 0; edge = nextIn(edge)) {
        const source = from(edge);
        const own = nodeAllowed(source) ? costOf(edge) : -1;
        if (own < 0) continue;
        const transit = isTransit(source);
        if ((!transit || mayStartIn(source)) && isWorth(source, own)) visit(source, own, edge, -1);
        if (transit && !isTransit(node)) edgePairs.before(edge, own, visitStart, isWorth);
      }
    },
  };
}
