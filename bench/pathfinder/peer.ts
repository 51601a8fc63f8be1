import type { Multigraph } from "../../src/brain/pathfinder/graph/multigraph.ts";

export interface Peer {
  shortestPath(from: number, to: number): string[] | null;
}

/** The same nodes and edges in graphology, without guards and with one edge per pair of nodes. */
export async function createPeer(edges: Multigraph): Promise<Peer> {
  const { DirectedGraph } = await import("graphology");
  const { dijkstra } = await import("graphology-shortest-path");
  const graph = new DirectedGraph();
  for (let node = 0; node < edges.nodes; node++) graph.addNode(node);
  for (let node = 0; node < edges.nodes; node++) {
    for (let edge = edges.firstOut(node); edge >= 0; edge = edges.nextOut(edge)) {
      graph.mergeEdge(node, edges.to(edge), { weight: edges.cost(edge) });
    }
  }
  return { shortestPath: (from, to) => dijkstra.bidirectional(graph, from, to, "weight") };
}
