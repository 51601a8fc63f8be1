import type { EstateGraph } from "../model/estate-graph.ts";
import type { NodeType } from "../rules/nodes.ts";
import { isLimited } from "./limited-relays.ts";
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

/**
 * Whether a node can enter the network: an account, a login that forwards to everywhere or the
 * internet.
 */
export function usesNetwork(estate: EstateGraph, node: number): boolean {
  const { nodes, internet } = estate;
  if (node === internet) return true;
  return node < nodes.size && ofHosts.has(nodes.type(node)) && !isLimited(estate, node);
}

/** The nodes that enter the network from a host, by slot; -1: the internet. */
export function networkNodesOf(estate: EstateGraph, slot: number): number[] {
  if (slot < 0) return [estate.internet];
  const { accounts = [], relays = [] } = estate.hostAt(slot) ?? {};
  if (relays.length === 0) return accounts;
  return [...accounts, ...relays.filter((relay) => !isLimited(estate, relay))];
}

/**
 * Whether the edge adds anything for a host's accounts: an unproven edge on their own host doesn't.
 */
export function isUseful({ graph, nodes }: EstateGraph, slot: number, edge: number): boolean {
  return slot !== nodes.host(graph.to(edge)) || graph.state(edge) === "proven";
}
