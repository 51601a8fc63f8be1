import {
  exposuresOf,
  isUseful,
  type NetworkTerms,
  networkNodesOf,
  usesNetwork,
} from "./exposures.ts";
import { isLimited } from "./limited-relays.ts";
import { type NetworkLayer, networkCost } from "./network-layer.ts";
import { createRelaySteps } from "./relay-steps.ts";

/**
 * One virtual node per host: all accounts and relays of the host step onto it, and from there onto every
 * exposed edge the host reaches. Each pair of hosts is checked once, however many of them they
 * have.
 */
export function pairwiseNetwork(terms: NetworkTerms): NetworkLayer {
  const { estate, traversal, nodeAllowed } = terms;
  const { graph, nodes, hosts } = estate;
  const { all, into } = exposuresOf(terms);
  const [firstNode, firstEdge] = [graph.nodes, graph.edges];
  const slots = [...hosts.values()].map(({ slot }) => slot);
  // Index 0 is the internet, whose slot is -1.
  const size = Math.max(-1, ...slots) + 2;

  const relays = createRelaySteps(terms);
  const leastCost = (edge: number) => graph.cost(edge) + traversal.surcharge(edge);
  const moreFor = (slot: number, edge: number) =>
    isUseful(estate, slot, edge) ? traversal.reachCost(slot, edge) : -1;

  return {
    nodes: size,
    edges: size,
    outgoing(node, visit, isWorth) {
      if (node < firstNode) {
        if (!nodeAllowed(node)) return;
        if (isLimited(estate, node)) relays.from(node, visit);
        if (!usesNetwork(estate, node)) return;
        const at = nodes.host(node) + 1;
        if (isWorth(firstNode + at, networkCost))
          visit(firstNode + at, networkCost, firstEdge + at, -1);
        return;
      }
      for (const edge of all) {
        const cost = leastCost(edge);
        if (!isWorth(graph.to(edge), cost)) continue;
        const more = moreFor(node - firstNode - 1, edge);
        if (more >= 0) visit(graph.to(edge), cost + more, edge, -1);
      }
    },
    incoming(node, visit, isWorth) {
      if (node >= firstNode) {
        const at = node - firstNode;
        for (const one of networkNodesOf(estate, at - 1))
          if (nodeAllowed(one) && isWorth(one, networkCost))
            visit(one, networkCost, firstEdge + at, -1);
        return;
      }
      for (const edge of into(node)) {
        const cost = leastCost(edge);
        relays.into(edge, visit);
        for (const slot of [-1, ...slots]) {
          if (!isWorth(firstNode + slot + 1, cost)) continue;
          const more = moreFor(slot, edge);
          if (more >= 0) visit(firstNode + slot + 1, cost + more, edge, -1);
        }
      }
    },
  };
}
