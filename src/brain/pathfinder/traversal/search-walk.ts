import type { EdgePairs } from "../graph/edge-pairs.ts";
import { growArray } from "../graph/grow-array.ts";
import { createWalk } from "../graph/walk.ts";
import type { WalkGraph } from "../graph/walk-graph.ts";
import { createDerivedCache } from "../model/derived-cache.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { GraphParts } from "../model/graph-parts.ts";
import type { NodeType } from "../rules/nodes.ts";
import { reachesRule } from "../rules/reaches-rules.ts";
import type { Reached } from "../search/find-reachable.ts";
import type { CarriedStep } from "./carried-steps.ts";
import { type CarriedUse, carriedUses } from "./carried-uses.ts";
import type { NetworkTerms } from "./exposures.ts";
import { type CarryingFound, type CarryingRequest, findCarrying } from "./find-carrying.ts";
import { hubNetwork } from "./hub-network.ts";
import { type NetworkLayer, withNetwork } from "./network-layer.ts";
import { pairwiseNetwork } from "./pairwise-network.ts";
import { type CarryTerms, stepsToCarry } from "./steps-to-carry.ts";
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
  /**
   * The same with every use of what can be read, whoever is admitted: carrying something leads
   * nowhere that this doesn't.
   */
  unguarded: WalkGraph;
  traversal: Traversal;
  /**
   * The steps with what can be read at the nodes reached, used from other hosts among them; null if
   * there is no time to look at all.
   */
  stepsToCarry(reached: Reached, isLate: () => boolean): CarriedStep[] | null;
  /** Finds one path with what can be read carried along. */
  findCarrying(request: CarryingRequest): CarryingFound;
  /** The steps into the nodes reached with something that is read elsewhere. */
  carriedUses(reached: Reached): Iterable<CarriedUse>;
}

/** Nodes that are only passed through: whoever holds them continues from their own host. */
const transit: ReadonlySet<NodeType> = new Set(["key", "authority", "credential"]);

/** A credential that opens nothing known is an end of its own: what it is good for is elsewhere. */
const isPassed = ({ graph, nodes }: EstateGraph, node: number) =>
  transit.has(nodes.type(node)) && (nodes.type(node) !== "credential" || graph.firstOut(node) >= 0);

/** By node: 1 for those that are passed. */
const transitNodesOf = createDerivedCache<{ flags: Uint8Array }>({
  make: (estate) => ({
    flags: Uint8Array.from({ length: estate.graph.nodes }, (_, node) => +isPassed(estate, node)),
  }),
  mend(known, changes, estate) {
    known.flags = growArray(known.flags, estate.graph.nodes);
    for (const node of changes.flatMap(({ nodes }) => nodes))
      known.flags[node] = +isPassed(estate, node);
    return true;
  },
});

const noPairs: EdgePairs = { after: () => undefined, before: () => undefined };

/** Up to this many pairs of host and exposed edge, each pair is checked by itself. */
const maxPairs = 4_000_000;

/** The graph that one question may walk. */
export function createSearchWalk(terms: WalkTerms): SearchWalk {
  const { estate, ends, withServices } = terms;
  const { graph, rules } = estate;
  const traversal = createTraversal(terms);
  const nodeAllowed = createNodeFilter(terms);
  const edgeAllowed = createEdgeFilter(terms);
  const { flags: isTransit } = transitNodesOf(estate);
  const isEnd = new Set(ends);
  const surcharge = (edge: number) => (edgeAllowed(edge) ? traversal.surcharge(edge) : -1);
  const walkRules = {
    isTransit: (node: number) => isTransit[node] === 1,
    edgePairs: traversal.edgePairs,
    surcharge,
    nodeAllowed,
    mayStartIn: (node: number) => isEnd.has(node),
    mayEndIn: (node: number) => isEnd.has(node),
  };
  const isListed = (service: number) => withServices || isEnd.has(service);
  const isOpen = (edge: number) =>
    nodeAllowed(graph.to(edge)) &&
    surcharge(edge) >= 0 &&
    (rules[graph.rule(edge)] !== reachesRule || isListed(graph.to(edge)));
  const network = networkOf({
    estate,
    traversal: { ...traversal, surcharge },
    nodeAllowed,
    isOpen,
  });
  const carry: CarryTerms = {
    estate,
    traversal,
    nodeAllowed,
    surcharge,
    isTransit: walkRules.isTransit,
  };
  const plain = createWalk(graph, {
    ...walkRules,
    edgePairs: noPairs,
    mayStartIn: everything,
    mayEndIn: everything,
  });
  return {
    graph: withNetwork(createWalk(graph, walkRules), network),
    unguarded: withNetwork(
      createWalk(graph, { ...walkRules, edgePairs: traversal.unguardedPairs }),
      network,
    ),
    traversal,
    findCarrying: (request) => findCarrying(carry, withNetwork(plain, network), request),
    stepsToCarry: (reached, isLate) => stepsToCarry(carry, reached, isLate),
    carriedUses: (reached) => carriedUses(carry, reached),
  };
}

function networkOf(terms: NetworkTerms): NetworkLayer {
  const { hosts, exposedCount } = terms.estate;
  return hosts.size * exposedCount <= maxPairs ? pairwiseNetwork(terms) : hubNetwork(terms);
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
