import type { IsWorthVisiting, VisitStep, WalkGraph } from "../graph/walk-graph.ts";

/**
 * Moves over the network, which no edges are stored for: everybody gets nearly everywhere. Its
 * nodes and edges have the numbers after those of the graph.
 */
export interface NetworkLayer {
  nodes: number;
  edges: number;
  movesFrom(node: number, visit: VisitStep, isWorth: IsWorthVisiting): void;
  movesInto(node: number, visit: VisitStep, isWorth: IsWorthVisiting): void;
}

/**
 * What going over the network costs, besides what it leads to: it may lead over two nodes of its
 * own, and no move is free.
 */
export const networkCost = 2;

export function withNetwork(base: WalkGraph, layer: NetworkLayer): WalkGraph {
  return {
    nodes: base.nodes + layer.nodes,
    firstVirtual: base.nodes,
    edges: base.edges + layer.edges,
    outgoing(node, visit, isWorth) {
      if (node < base.nodes) base.outgoing(node, visit, isWorth);
      layer.movesFrom(node, visit, isWorth);
    },
    incoming(node, visit, isWorth) {
      if (node < base.nodes) base.incoming(node, visit, isWorth);
      layer.movesInto(node, visit, isWorth);
    },
  };
}
