/** The part of graphology that the benchmarks use; its types would have to be installed for every check. */
declare module "graphology" {
  export class DirectedGraph {
    addNode(node: number): string;
    mergeEdge(from: number, to: number, attributes: { weight: number }): unknown;
    readonly size: number;
  }
}

declare module "graphology-shortest-path" {
  import type { DirectedGraph } from "graphology";

  export const dijkstra: {
    bidirectional(graph: DirectedGraph, from: number, to: number, weight: string): string[] | null;
  };
}
