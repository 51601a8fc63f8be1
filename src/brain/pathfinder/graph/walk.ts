import type { WalkGraph } from "../types.ts";
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
 * The moves that `rules` leave of `graph` as it is now. All moves through the same transit node
 * from the same edge follow each other.
 */
export function createWalk(graph: Multigraph, rules: WalkRules): WalkGraph {
  const { isTransit, admits, surcharge, nodeAllowed, startsIn, endsIn } = rules;
  const { firstOut, nextOut, firstIn, nextIn, from, to, cost } = graph;

  const costOf = (edge: number) => {
    const more = surcharge(edge);
    return more < 0 ? -1 : cost(edge) + more;
  };
  const isPassable = (node: number) => !isTransit(node) && nodeAllowed(node);

  const onward = createHalves((transit) => {
    const halves: number[] = [];
    for (let edge = firstOut(transit); edge >= 0; edge = nextOut(edge)) {
      const own = isPassable(to(edge)) ? costOf(edge) : -1;
      if (own >= 0) halves.push(edge, to(edge), own);
    }
    return halves;
  });
  const backward = createHalves((transit) => {
    const halves: number[] = [];
    for (let edge = firstIn(transit); edge >= 0; edge = nextIn(edge)) {
      const own = isPassable(from(edge)) ? costOf(edge) : -1;
      if (own >= 0) halves.push(edge, from(edge), own);
    }
    return halves;
  });

  return {
    nodes: graph.nodes,
    passing: graph.nodes,
    edges: graph.edges,
    movesFrom(node, visit, isWorth) {
      if (!nodeAllowed(node) || (isTransit(node) && !startsIn(node))) return;
      for (let edge = firstOut(node); edge >= 0; edge = nextOut(edge)) {
        const target = to(edge);
        const own = nodeAllowed(target) ? costOf(edge) : -1;
        if (own < 0) continue;
        const transit = isTransit(target);
        if ((!transit || endsIn(target)) && isWorth(target, own)) visit(target, own, edge, -1);
        // Who begins in one transit node has nothing to be let through another by.
        if (!transit || isTransit(node)) continue;
        const halves = onward(target);
        for (let at = 0; at < halves.length; at += 3) {
          const last = halves[at + 1]!;
          const sum = own + halves[at + 2]!;
          if (!isWorth(last, sum)) continue;
          const second = halves[at]!;
          const more = admits(edge, second);
          if (more >= 0) visit(last, sum + more, second, edge);
        }
      }
    },
    movesInto(node, visit, isWorth) {
      if (!nodeAllowed(node) || (isTransit(node) && !endsIn(node))) return;
      for (let edge = firstIn(node); edge >= 0; edge = nextIn(edge)) {
        const source = from(edge);
        const own = nodeAllowed(source) ? costOf(edge) : -1;
        if (own < 0) continue;
        const transit = isTransit(source);
        if ((!transit || startsIn(source)) && isWorth(source, own)) visit(source, own, edge, -1);
        if (!transit || isTransit(node)) continue;
        const halves = backward(source);
        for (let at = 0; at < halves.length; at += 3) {
          const first = halves[at + 1]!;
          const sum = own + halves[at + 2]!;
          if (!isWorth(first, sum)) continue;
          const through = halves[at]!;
          const more = admits(through, edge);
          if (more >= 0) visit(first, sum + more, edge, through);
        }
      }
    },
  };
}

/**
 * The edges on one side of each transit node that may be walked, each with its other end and its
 * cost: looked up once, and kept beside each other, for each edge on the other side asks for them.
 */
function createHalves(find: (transit: number) => number[]): (transit: number) => Int32Array {
  const known: (Int32Array | undefined)[] = [];
  return (transit) => {
    known[transit] ??= Int32Array.from(find(transit));
    return known[transit];
  };
}
