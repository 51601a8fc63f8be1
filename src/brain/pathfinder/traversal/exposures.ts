import type { EstateGraph } from "../model/estate-graph.ts";
import type { NodeType } from "../rules/nodes.ts";
import type { Traversal } from "./traversal.ts";

/** The network as one search walks it. */
export interface NetworkTerms {
  estate: EstateGraph;
  traversal: Traversal;
  nodeAllowed(node: number): boolean;
  /** Whether the search may walk an edge that is used over the network. */
  isOpen(edge: number): boolean;
}

/** Edges that are used over the network: all of them, and by target node. */
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

const ofHosts: ReadonlySet<NodeType> = new Set(["user", "relay"]);

/** Whether a node can enter the network: an account, a login that forwards or the internet. */
export function usesNetwork({ nodes, internet }: EstateGraph, node: number): boolean {
  return node === internet || (node < nodes.size && ofHosts.has(nodes.type(node)));
}

/** The nodes that enter the network from a host, by slot; -1: the internet. */
export function networkNodesOf({ hostAt, internet }: EstateGraph, slot: number): number[] {
  if (slot < 0) return [internet];
  const { accounts = [], relays = [] } = hostAt(slot) ?? {};
  return relays.length === 0 ? accounts : [...accounts, ...relays];
}

/**
 * Whether the edge adds anything for a host's accounts: an unproven edge on their own host doesn't.
 */
export function isUseful({ graph, nodes }: EstateGraph, slot: number, edge: number): boolean {
  return slot !== nodes.host(graph.to(edge)) || graph.state(edge) === "proven";
}
