import type { EstateGraph } from "./estate-graph.ts";
import { exposuresOf, isSomebody, type NetworkTerms } from "./exposures.ts";
import type { NetworkLayer } from "./network-layer.ts";
import { stateCosts } from "./passage.ts";
import { reachesRule } from "./reaches-rules.ts";
import { isLoopbackIp, isPublic } from "./special-ranges.ts";

/**
 * The network of a large estate: a node for each way of being restricted, which everybody that is
 * admitted by it moves to, and from there to whatever is restricted so. A route that was seen
 * counts no better than one that wasn't.
 */
export function networkOfHubs(terms: NetworkTerms): NetworkLayer {
  const { estate, passage, nodeAllowed } = terms;
  const { graph, nodes, hosts, internet } = estate;
  const { all, into } = exposuresOf(terms);
  const hubs = groupBy(all, (edge) => restrictionOf(estate, edge));
  const hubOf = new Map(hubs.flatMap((edges, hub) => edges.map((edge) => [edge, hub] as const)));
  const [firstNode, firstEdge] = [graph.nodes, graph.edges];

  const admits = createAdmissions(terms, hubs);
  const lets = (hub: number, who: number) => admits(hub, nodes.host(who));
  const costOf = (edge: number) => graph.cost(edge) + passage.surcharge(edge) + stateCosts.inferred;

  return {
    nodes: hubs.length,
    edges: hubs.length,
    movesFrom(node, visit, isWorth) {
      if (node >= firstNode) {
        for (const edge of hubs[node - firstNode]!) visit(graph.to(edge), costOf(edge), edge, -1);
      } else if (nodeAllowed(node) && isSomebody(estate, node)) {
        for (let hub = 0; hub < hubs.length; hub++)
          if (isWorth(firstNode + hub, reachesRule.cost) && lets(hub, node))
            visit(firstNode + hub, reachesRule.cost, firstEdge + hub, -1);
      }
    },
    movesInto(node, visit, isWorth) {
      if (node < firstNode) {
        for (const edge of into(node)) visit(firstNode + hubOf.get(edge)!, costOf(edge), edge, -1);
        return;
      }
      const hub = node - firstNode;
      const visitFrom = (slot: number, accounts: number[]) => {
        if (!admits(hub, slot)) return;
        for (const account of accounts)
          if (nodeAllowed(account) && isWorth(account, reachesRule.cost))
            visit(account, reachesRule.cost, firstEdge + hub, -1);
      };
      visitFrom(-1, [internet]);
      for (const { slot, accounts } of hosts.values()) visitFrom(slot, accounts);
    },
  };
}

/** Whether who is on a host (by slot; -1: the internet) gets to a hub: asked of each pair once. */
function createAdmissions(
  { estate, passage }: NetworkTerms,
  hubs: number[][],
): (hub: number, slot: number) => boolean {
  let slots = 0;
  for (const { slot } of estate.hosts.values()) slots = Math.max(slots, slot + 1);
  // 0: not asked yet.
  const known: (Uint8Array | undefined)[] = [];
  return (hub, slot) => {
    known[hub] ??= new Uint8Array(slots + 1);
    const answers = known[hub];
    if (answers[slot + 1] === 0) {
      const [example = -1] = hubs[hub]!;
      answers[slot + 1] = passage.comes(slot, example) >= 0 ? 1 : 2;
    }
    return answers[slot + 1] === 1;
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
