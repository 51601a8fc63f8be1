import type { WalkGraph } from "../graph/walk-graph.ts";

/** The same graph with every step reversed. */
export function reverseGraph(graph: WalkGraph): WalkGraph {
  return {
    nodes: graph.nodes,
    firstVirtual: graph.firstVirtual,
    edges: graph.edges,
    outgoing: graph.incoming,
    incoming: graph.outgoing,
  };
}
