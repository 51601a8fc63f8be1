import { exposuresOf, isUseful, type NetworkTerms, usesNetwork } from "./exposures.ts";
import { type NetworkLayer, networkCost } from "./network-layer.ts";

/**
 * A node for each host, which all its accounts move to, and from there to every exposed edge that
 * the host comes to: each pair of hosts is judged once, however many accounts they have.
 */
export function pairwiseNetwork(terms: NetworkTerms): NetworkLayer {
  const { estate, traversal, nodeAllowed } = terms;
  const { graph, nodes, hosts, hostAt, internet } = estate;
  const { all, into } = exposuresOf(terms);
  const [firstNode, firstEdge] = [graph.nodes, graph.edges];
  const slots = [...hosts.values()].map(({ slot }) => slot);
  // The first one is of the internet, which has slot -1.
  const size = Math.max(-1, ...slots) + 2;

  const leastCost = (edge: number) => graph.cost(edge) + traversal.surcharge(edge);
  const moreFor = (slot: number, edge: number) =>
    isUseful(estate, slot, edge) ? traversal.reachCost(slot, edge) : -1;

  return {
    nodes: size,
    edges: size,
    movesFrom(node, visit, isWorth) {
      if (node < firstNode) {
        if (!nodeAllowed(node) || !usesNetwork(estate, node)) return;
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
    movesInto(node, visit, isWorth) {
      if (node >= firstNode) {
        const at = node - firstNode;
        const accounts = at === 0 ? [internet] : (hostAt(at - 1)?.accounts ?? []);
        for (const account of accounts)
          if (nodeAllowed(account) && isWorth(account, networkCost))
            visit(account, networkCost, firstEdge + at, -1);
        return;
      }
      for (const edge of into(node)) {
        const cost = leastCost(edge);
        for (const slot of [-1, ...slots]) {
          if (!isWorth(firstNode + slot + 1, cost)) continue;
          const more = moreFor(slot, edge);
          if (more >= 0) visit(firstNode + slot + 1, cost + more, edge, -1);
        }
      }
    },
  };
}
