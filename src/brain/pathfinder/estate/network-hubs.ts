import type { EstateGraph } from "./estate-graph.ts";
import { exposuresOf, isSomebody, type NetworkTerms } from "./exposures.ts";
import type { NetworkLayer } from "./network-layer.ts";
import { stateCosts } from "./passage.ts";
import { reachesRule } from "./reaches-rules.ts";
import { isLoopbackIp, isPublic } from "./special-ranges.ts";

/**
 * The network of a large estate: a node for each way of being restricted, which everybody that is
 * admitted by it moves to, and from there to whatever is restricted so. A move takes two, and a
 * route that was seen counts no better than one that wasn't.
 */
export function networkOfHubs(terms: NetworkTerms): NetworkLayer {
  const { estate, passage, nodeAllowed } = terms;
  const { graph, nodes, hosts, internet } = estate;
  const { all, into } = exposuresOf(terms);
  const hubs = groupBy(all, (edge) => restrictionOf(estate, edge));
  const hubOf = new Map(hubs.flatMap((edges, hub) => edges.map((edge) => [edge, hub] as const)));
  const [firstNode, firstEdge] = [graph.nodes, graph.edges];

  const lets = (hub: number, who: number) => {
    const [example = -1] = hubs[hub]!;
    return passage.comes(nodes.host(who), example) >= 0;
  };
  const costOf = (edge: number) => graph.cost(edge) + passage.surcharge(edge) + stateCosts.inferred;

  return {
    nodes: hubs.length,
    edges: hubs.length,
    movesFrom(node, visit) {
      if (node >= firstNode) {
        for (const edge of hubs[node - firstNode]!) visit(graph.to(edge), costOf(edge), edge, -1);
      } else if (nodeAllowed(node) && isSomebody(estate, node)) {
        for (const hub of hubs.keys())
          if (lets(hub, node)) visit(firstNode + hub, reachesRule.cost, firstEdge + hub, -1);
      }
    },
    movesInto(node, visit) {
      if (node < firstNode) {
        for (const edge of into(node)) visit(firstNode + hubOf.get(edge)!, costOf(edge), edge, -1);
        return;
      }
      const hub = node - firstNode;
      const visitFrom = (account: number) => {
        if (nodeAllowed(account) && lets(hub, account))
          visit(account, reachesRule.cost, firstEdge + hub, -1);
      };
      visitFrom(internet);
      for (const { accounts } of hosts.values()) accounts.forEach(visitFrom);
    },
  };
}

/** What keeps others from an edge, as one text: edges of the same are come to by the same. */
function restrictionOf({ graph, guards, hostAt, nodes }: EstateGraph, edge: number): string {
  const host = hostAt(nodes.host(graph.to(edge)));
  const guard = graph.guard(edge);
  const port = guard < 0 ? null : guards.get(guard).port;
  if (!host || port === null) return `${guard}`;
  const { filterKey, net } = host;
  const sockets = net.listeners?.get(port);
  const listens = net.listeners === null || sockets?.some(({ ip }) => !isLoopbackIp(ip));
  const isPublicHost = net.publicFlows.has(port) || net.addresses.some(({ ip }) => isPublic(ip));
  return [guard, filterKey, listens, isPublicHost].join(" ");
}

function groupBy(edges: number[], keyOf: (edge: number) => string): number[][] {
  const groups = new Map<string, number[]>();
  for (const edge of edges) {
    const key = keyOf(edge);
    const known = groups.get(key);
    if (known) known.push(edge);
    else groups.set(key, [edge]);
  }
  return [...groups.values()];
}
