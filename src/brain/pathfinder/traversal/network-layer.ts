import type { IsWorthVisiting, VisitStep, WalkGraph } from "../graph/walk-graph.ts";

/**
 * Steps over the network, computed instead of stored because almost every host reaches every other.
 * Its nodes and edges are numbered after those of the graph.
 */
export interface NetworkLayer {
  nodes: number;
  edges: number;
  outgoing(node: number, visit: VisitStep, isWorth: IsWorthVisiting): void;
  incoming(node: number, visit: VisitStep, isWorth: IsWorthVisiting): void;
}

/**
 * The cost of entering the network, on top of the edge behind it: it may take two virtual nodes,
 * and every step costs at least 1.
 */
export const networkCost = 2;

export function withNetwork(base: WalkGraph, layer: NetworkLayer): WalkGraph {
  return {
    nodes: base.nodes + layer.nodes,
    firstVirtual: base.nodes,
    edges: base.edges + layer.edges,
    outgoing(node, visit, isWorth) {
      if (node < base.nodes) base.outgoing(node, visit, isWorth);
      layer.outgoing(node, visit, isWorth);
    },
    incoming(node, visit, isWorth) {
      if (node < base.nodes) base.incoming(node, visit, isWorth);
      layer.incoming(node, visit, isWorth);
    },
  };
}
