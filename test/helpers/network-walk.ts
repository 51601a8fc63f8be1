import { createWalk } from "../../src/brain/pathfinder/graph/walk.ts";
import type { WalkGraph } from "../../src/brain/pathfinder/graph/walk-graph.ts";
import type { NetworkTerms } from "../../src/brain/pathfinder/traversal/exposures.ts";
import {
  type NetworkLayer,
  withNetwork,
} from "../../src/brain/pathfinder/traversal/network-layer.ts";

const everything = () => true;

/** The walk over all nodes of an estate with one of the network layers; nothing is only passed. */
export function walkOverNetwork(
  terms: Omit<NetworkTerms, "nodeAllowed">,
  layer: (terms: NetworkTerms) => NetworkLayer,
): WalkGraph {
  const base = createWalk(terms.estate.graph, {
    ...terms.traversal,
    isTransit: () => false,
    nodeAllowed: everything,
    mayStartIn: everything,
    mayEndIn: everything,
  });
  return withNetwork(base, layer({ ...terms, nodeAllowed: everything }));
}
