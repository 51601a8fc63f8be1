import type { WalkGraph } from "../graph/walk-graph.ts";

/** The same graph with every move the other way round. */
export function reversed(graph: WalkGraph): WalkGraph {
  return {
    nodes: graph.nodes,
    passing: graph.passing,
    edges: graph.edges,
    movesFrom: graph.movesInto,
    movesInto: graph.movesFrom,
  };
}
