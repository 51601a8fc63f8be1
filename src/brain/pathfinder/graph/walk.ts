import type { EdgePairs } from "./edge-pairs.ts";
import type { Multigraph } from "./multigraph.ts";
import type { WalkGraph } from "./walk-graph.ts";

/** What may be walked in a graph, and how. Asked at each step, so every answer is quick. */
export interface WalkRules {
  /** Only held in passing (a key): a move leads through it. */
  isTransit(node: number): boolean;
  /** Moves through what is held in passing, of which the other rules may leave less. */
  edgePairs: EdgePairs;
  /** What an edge takes besides its cost; -1: it may not be walked. */
  surcharge(edge: number): number;
  nodeAllowed(node: number): boolean;
  /** Whether a walk may begin in this transit node: then nothing is asked of who has it. */
  mayStartIn(transit: number): boolean;
  /** Whether a walk may end in this transit node. */
  mayEndIn(transit: number): boolean;
}

/**
 * The moves that `rules` leave of `graph` as it is now. All moves through the same transit node
 * from the same edge follow each other.
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
      for (let edge = firstOut(node); edge >= 0; edge = nextOut(edge)) {
        const target = to(edge);
        const own = nodeAllowed(target) ? costOf(edge) : -1;
        if (own < 0) continue;
        const transit = isTransit(target);
        if ((!transit || mayEndIn(target)) && isWorth(target, own)) visit(target, own, edge, -1);
        // Who begins in one transit node has nothing to be let through another by.
        if (!transit || isTransit(node)) continue;
        const list = edgePairs.after(edge);
        const { pairs } = edgePairs;
        const end = list + pairs[list]!;
        for (let at = list + 1; at < end; at += 3) {
          const [second, last, sum] = [pairs[at]!, pairs[at + 1]!, own + pairs[at + 2]!];
          if (isWorth(last, sum) && isLeft(second, last)) visit(last, sum, second, edge);
        }
      }
    },
    incoming(node, visit, isWorth) {
      if (!nodeAllowed(node) || (isTransit(node) && !mayEndIn(node))) return;
      for (let edge = firstIn(node); edge >= 0; edge = nextIn(edge)) {
        const source = from(edge);
        const own = nodeAllowed(source) ? costOf(edge) : -1;
        if (own < 0) continue;
        const transit = isTransit(source);
        if ((!transit || mayStartIn(source)) && isWorth(source, own)) visit(source, own, edge, -1);
        if (!transit || isTransit(node)) continue;
        const list = edgePairs.before(edge);
        const { pairs } = edgePairs;
        const end = list + pairs[list]!;
        for (let at = list + 1; at < end; at += 3) {
          const [through, first, sum] = [pairs[at]!, pairs[at + 1]!, own + pairs[at + 2]!];
          if (isWorth(first, sum) && isLeft(through, first)) visit(first, sum, edge, through);
        }
      }
    },
  };
}
