import { createWalk } from "../graph/walk.ts";
import type { WalkGraph } from "../graph/walk-graph.ts";
import { createDerivedCache } from "../model/derived-cache.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { GraphParts } from "../model/graph-parts.ts";
import type { NodeType } from "../rules/nodes.ts";
import { reachesRule } from "../rules/reaches-rules.ts";
import type { NetworkTerms } from "./exposures.ts";
import { hubNetwork } from "./hub-network.ts";
import { type NetworkLayer, withNetwork } from "./network-layer.ts";
import { pairwiseNetwork } from "./pairwise-network.ts";
import { createTraversal, type Traversal } from "./traversal.ts";

export interface WalkTerms {
  estate: EstateGraph;
  nowMs: number;
  agentIds: ReadonlySet<string> | null;
  /** Where paths start and end. */
  ends: readonly number[];
  /** Parts removed from the graph. */
  without: readonly GraphParts[];
  withRefuted: boolean;
  onlyProven: boolean;
  /** Whether services count as reached nodes instead of only being passed through. */
  withServices: boolean;
}

export interface SearchWalk {
  graph: WalkGraph;
  traversal: Traversal;
}

/** Nodes that are only passed through: whoever holds them continues from their own host. */
const transit: ReadonlySet<NodeType> = new Set(["key", "authority", "credential"]);

function transitNodes({ graph, nodes }: EstateGraph): Uint8Array {
  return Uint8Array.from({ length: graph.nodes }, (_, node) => +transit.has(nodes.type(node)));
}

const cachedTransitNodes = createDerivedCache<Uint8Array>();

/** Up to this many pairs of host and exposed edge, each pair is checked by itself. */
const maxPairs = 4_000_000;

/** The graph that one question may walk. */
export function createSearchWalk(terms: WalkTerms): SearchWalk {
  const { estate, ends, withServices } = terms;
  const { graph, rules } = estate;
  const traversal = createTraversal(terms);
  const nodeAllowed = createNodeFilter(terms);
  const edgeAllowed = createEdgeFilter(terms);
  const isTransit = cachedTransitNodes(estate, () => transitNodes(estate));
  const isEnd = new Set(ends);
  const surcharge = (edge: number) => (edgeAllowed(edge) ? traversal.surcharge(edge) : -1);
  const base = createWalk(graph, {
    isTransit: (node) => isTransit[node] === 1,
    edgePairs: traversal.edgePairs,
    surcharge,
    nodeAllowed,
    mayStartIn: (node) => isEnd.has(node),
    mayEndIn: (node) => isEnd.has(node),
  });
  const isListed = (service: number) => withServices || isEnd.has(service);
  const isOpen = (edge: number) =>
    nodeAllowed(graph.to(edge)) &&
    surcharge(edge) >= 0 &&
    (rules[graph.rule(edge)] !== reachesRule || isListed(graph.to(edge)));
  const network = { estate, traversal: { ...traversal, surcharge }, nodeAllowed, isOpen };
  return { graph: withNetwork(base, networkOf(network)), traversal };
}

function networkOf(terms: NetworkTerms): NetworkLayer {
  const { hosts } = terms.estate;
  let exposed = 0;
  for (const { exposedEdges, serviceEdges } of hosts.values())
    exposed += exposedEdges.length + serviceEdges.length;
  return hosts.size * exposed <= maxPairs ? pairwiseNetwork(terms) : hubNetwork(terms);
}

const everything = () => true;

function createNodeFilter({ estate, agentIds, without }: WalkTerms): (node: number) => boolean {
  const { nodes, hostAt } = estate;
  const out = new Set(without.flatMap((places) => [...places.nodes]));
  if (out.size === 0 && agentIds === null) return everything;
  return (node) => {
    if (out.has(node)) return false;
    const host = nodes.host(node);
    if (agentIds === null || host < 0) return true;
    const record = hostAt(host);
    return record !== undefined && agentIds.has(record.agent_id);
  };
}

function createEdgeFilter({ estate: { graph }, without }: WalkTerms): (edge: number) => boolean {
  const edges = new Set(without.flatMap((places) => [...places.edges]));
  const rules = new Set(without.flatMap((places) => [...places.rules]));
  if (edges.size === 0 && rules.size === 0) return everything;
  return (edge) => !edges.has(edge) && !rules.has(graph.rule(edge));
}
