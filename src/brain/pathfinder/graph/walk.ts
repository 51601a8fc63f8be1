import type { VisitMove, WalkGraph } from "../types.ts";
import type { Multigraph } from "./multigraph.ts";

/** What may be walked in a graph, and how. Asked at each step, so every answer is quick. */
export interface WalkRules {
  /** Only held in passing (a key): a move leads through it. */
  isTransit(node: number): boolean;
  /** What `edge` out of a transit node takes for who came over `through`, besides its cost; -1: it keeps them out. */
  admits(through: number, edge: number): number;
  /** What an edge takes besides its cost; -1: it may not be walked. */
  surcharge(edge: number): number;
  nodeAllowed(node: number): boolean;
  /** Whether a walk may begin in this transit node: then nothing is asked of who has it. */
  startsIn(transit: number): boolean;
  /** Whether a walk may end in this transit node. */
  endsIn(transit: number): boolean;
}

/**
 * The moves that `rules` leave of `graph`. All moves through the same transit node from the same
 * edge follow each other.
 */
export function createWalk(graph: Multigraph, rules: WalkRules): WalkGraph {
  const { isTransit, admits, surcharge, nodeAllowed, startsIn, endsIn } = rules;
  const { firstOut, nextOut, firstIn, nextIn, from, to, cost } = graph;

  const costOf = (edge: number) => {
    const more = surcharge(edge);
    return more < 0 ? -1 : cost(edge) + more;
  };

  function passForward(through: number, soFar: number, visit: VisitMove): void {
    for (let edge = firstOut(to(through)); edge >= 0; edge = nextOut(edge)) {
      const node = to(edge);
      if (isTransit(node) || !nodeAllowed(node)) continue;
      const own = costOf(edge);
      const more = own < 0 ? -1 : admits(through, edge);
      if (more >= 0) visit(node, soFar + own + more, edge, through);
    }
  }

  function passBackward(edge: number, soFar: number, visit: VisitMove): void {
    for (let through = firstIn(from(edge)); through >= 0; through = nextIn(through)) {
      const node = from(through);
      if (isTransit(node) || !nodeAllowed(node)) continue;
      const own = costOf(through);
      const more = own < 0 ? -1 : admits(through, edge);
      if (more >= 0) visit(node, soFar + own + more, edge, through);
    }
  }

  return {
    nodes: graph.nodes,
    edges: graph.edges,
    movesFrom(node, visit) {
      if (!nodeAllowed(node) || (isTransit(node) && !startsIn(node))) return;
      for (let edge = firstOut(node); edge >= 0; edge = nextOut(edge)) {
        const target = to(edge);
        const own = nodeAllowed(target) ? costOf(edge) : -1;
        if (own < 0) continue;
        const transit = isTransit(target);
        if (!transit || endsIn(target)) visit(target, own, edge, -1);
        // Who begins in one transit node has nothing to be let through another by.
        if (transit && !isTransit(node)) passForward(edge, own, visit);
      }
    },
    movesInto(node, visit) {
      if (!nodeAllowed(node) || (isTransit(node) && !endsIn(node))) return;
      for (let edge = firstIn(node); edge >= 0; edge = nextIn(edge)) {
        const source = from(edge);
        const own = nodeAllowed(source) ? costOf(edge) : -1;
        if (own < 0) continue;
        const transit = isTransit(source);
        if (!transit || startsIn(source)) visit(source, own, edge, -1);
        if (transit && !isTransit(node)) passBackward(edge, own, visit);
      }
    },
  };
}
