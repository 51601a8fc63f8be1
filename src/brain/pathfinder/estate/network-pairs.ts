import { exposuresOf, isNews, isSomebody, type NetworkTerms } from "./exposures.ts";
import type { NetworkLayer } from "./network-layer.ts";
import { reachesRule } from "./reaches-rules.ts";

/**
 * Every account comes to every exposed edge in one move, each pair judged for itself: for questions
 * that count moves, and where there are not too many pairs.
 */
export function networkOfPairs(terms: NetworkTerms): NetworkLayer {
  const { estate, passage, nodeAllowed } = terms;
  const { graph, nodes, hosts, internet } = estate;
  const exposures = exposuresOf(terms);

  const leastCost = (edge: number) => reachesRule.cost + graph.cost(edge) + passage.surcharge(edge);
  /** What is left to pay by who is on that host; -1: there is no such move. */
  const moreFor = (slot: number, edge: number) =>
    isNews(estate, slot, edge) ? passage.comes(slot, edge) : -1;

  return {
    nodes: 0,
    edges: 0,
    movesFrom(node, visit, isWorth) {
      if (!nodeAllowed(node) || !isSomebody(estate, node)) return;
      for (const edge of exposures.all) {
        const [target, cost] = [graph.to(edge), leastCost(edge)];
        if (target === node || !isWorth(target, cost)) continue;
        const more = moreFor(nodes.host(node), edge);
        if (more >= 0) visit(target, cost + more, edge, -1);
      }
    },
    movesInto(node, visit, isWorth) {
      for (const edge of exposures.into(node)) {
        const cost = leastCost(edge);
        const visitFrom = (slot: number, accounts: number[]) => {
          const worth = accounts.filter(
            (account) => account !== node && nodeAllowed(account) && isWorth(account, cost),
          );
          const more = worth.length > 0 ? moreFor(slot, edge) : -1;
          if (more >= 0) for (const account of worth) visit(account, cost + more, edge, -1);
        };
        visitFrom(-1, [internet]);
        for (const { slot, accounts } of hosts.values()) visitFrom(slot, accounts);
      }
    },
  };
}
