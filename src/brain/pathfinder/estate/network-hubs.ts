import { exposuresOf, isNews, isSomebody, type NetworkTerms } from "./exposures.ts";
import { type NetworkLayer, networkCost } from "./network-layer.ts";

/**
 * The network of a large estate: a node for each host, which its accounts move to, and one for each
 * gate, which every host moves to that it lets in, and from there to whatever is behind such a gate.
 * Only hosts that were seen connected are judged in pairs, and each host's own ports.
 */
export function networkOfHubs(terms: NetworkTerms): NetworkLayer {
  const { estate, passage, nodeAllowed } = terms;
  const { graph, nodes, hosts, hostAt, internet } = estate;
  const { all, into } = exposuresOf(terms);
  const hubs = groupBy(all, passage.gateOf);
  const hubOf = new Map(hubs.flatMap((edges, hub) => edges.map((edge) => [edge, hub] as const)));
  const edgesOn = new Map(
    groupBy(all, (edge) => nodes.host(graph.to(edge))).map((edges) => [
      nodes.host(graph.to(edges[0]!)),
      edges,
    ]),
  );
  // The internet has slot -1.
  const slots = [-1, ...[...hosts.values()].map(({ slot }) => slot)];
  const hostNodes = slots.reduce((most, slot) => Math.max(most, slot), -1) + 2;
  const [firstHost, firstEdge] = [graph.nodes, graph.edges];
  const firstHub = firstHost + hostNodes;
  const toHub = 1;
  const toHost = networkCost - toHub;
  const costOf = (edge: number) => graph.cost(edge) + passage.surcharge(edge);
  const toHubFrom = (slot: number, hub: number) => {
    const [example = -1] = hubs[hub]!;
    const more = passage.comesUnseen(slot, example);
    return more < 0 ? -1 : toHub + more;
  };
  const directly = (slot: number, edge: number) => {
    const more = isNews(estate, slot, edge) ? passage.comes(slot, edge) : -1;
    return more < 0 ? -1 : toHub + costOf(edge) + more;
  };
  const near = (slot: number) => (slot < 0 ? [] : [slot, ...passage.peersOf(slot)]);

  return {
    nodes: hostNodes + hubs.length,
    edges: hostNodes + hubs.length,
    movesFrom(node, visit, isWorth) {
      if (node >= firstHub) {
        for (const edge of hubs[node - firstHub]!)
          if (isWorth(graph.to(edge), costOf(edge))) visit(graph.to(edge), costOf(edge), edge, -1);
      } else if (node >= firstHost) {
        const slot = node - firstHost - 1;
        for (let hub = 0; hub < hubs.length; hub++) {
          const cost = isWorth(firstHub + hub, toHub) ? toHubFrom(slot, hub) : -1;
          if (cost >= 0) visit(firstHub + hub, cost, firstEdge + hostNodes + hub, -1);
        }
        for (const other of near(slot))
          for (const edge of edgesOn.get(other) ?? []) {
            const cost = isWorth(graph.to(edge), toHub + costOf(edge)) ? directly(slot, edge) : -1;
            if (cost >= 0) visit(graph.to(edge), cost, edge, -1);
          }
      } else if (nodeAllowed(node) && isSomebody(estate, node)) {
        const at = nodes.host(node) + 1;
        visit(firstHost + at, toHost, firstEdge + at, -1);
      }
    },
    movesInto(node, visit, isWorth) {
      if (node >= firstHub) {
        const hub = node - firstHub;
        for (const slot of slots) {
          const cost = isWorth(firstHost + slot + 1, toHub) ? toHubFrom(slot, hub) : -1;
          if (cost >= 0) visit(firstHost + slot + 1, cost, firstEdge + hostNodes + hub, -1);
        }
      } else if (node >= firstHost) {
        const at = node - firstHost;
        const accounts = at === 0 ? [internet] : (hostAt(at - 1)?.accounts ?? []);
        for (const account of accounts)
          if (nodeAllowed(account)) visit(account, toHost, firstEdge + at, -1);
      } else {
        for (const edge of into(node)) {
          visit(firstHub + hubOf.get(edge)!, costOf(edge), edge, -1);
          for (const slot of near(nodes.host(node))) {
            const cost = directly(slot, edge);
            if (cost >= 0) visit(firstHost + slot + 1, cost, edge, -1);
          }
        }
      }
    },
  };
}

function groupBy(edges: number[], keyOf: (edge: number) => number): number[][] {
  const groups = new Map<number, number[]>();
  for (const edge of edges) {
    const key = keyOf(edge);
    const known = groups.get(key);
    if (known) known.push(edge);
    else groups.set(key, [edge]);
  }
  return [...groups.values()];
}
