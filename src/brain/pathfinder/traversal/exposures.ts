import type { EstateGraph } from "../model/estate-graph.ts";
import type { Traversal } from "./traversal.ts";

/** What of the network a search walks over. */
export interface NetworkTerms {
  estate: EstateGraph;
  traversal: Traversal;
  nodeAllowed(node: number): boolean;
  /** Whether the search may walk over an edge that is come to over the network. */
  isOpen(edge: number): boolean;
}

/** Edges that others come to over the network, in two lists: by number, and by where they lead. */
export interface Exposures {
  all: number[];
  into(node: number): number[];
}

export function exposuresOf({ estate: { graph, hosts }, isOpen }: NetworkTerms): Exposures {
  const all: number[] = [];
  const byTarget = new Map<number, number[]>();
  for (const { exposedEdges, serviceEdges } of hosts.values())
    for (const edge of [...exposedEdges, ...serviceEdges]) {
      if (!isOpen(edge)) continue;
      all.push(edge);
      const known = byTarget.get(graph.to(edge));
      if (known) known.push(edge);
      else byTarget.set(graph.to(edge), [edge]);
    }
  return { all, into: (node) => byTarget.get(node) ?? [] };
}

/** Whether a node is one that goes over the network: an account, or anybody outside. */
export function usesNetwork({ nodes, internet }: EstateGraph, node: number): boolean {
  return node === internet || (node < nodes.size && nodes.type(node) === "user");
}

/**
 * Whether a host's accounts gain by an edge: to who is on the edge's host already, a guess about
 * one of its serviceEdges says nothing new.
 */
export function isUseful({ graph, nodes }: EstateGraph, slot: number, edge: number): boolean {
  return slot !== nodes.host(graph.to(edge)) || graph.state(edge) === "proven";
}
