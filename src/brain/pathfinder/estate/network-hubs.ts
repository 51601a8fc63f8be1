import type { EstateGraph } from "./estate-graph.ts";
import { exposuresOf, isSomebody, type NetworkTerms } from "./exposures.ts";
import type { NetworkLayer } from "./network-layer.ts";
import { stateCosts } from "./passage.ts";
import { reachesRule } from "./reaches-rules.ts";
import { isLoopbackIp, isPublic } from "./special-ranges.ts";

/**
 * The network of a large estate: a node for each host, which its accounts move to, and one for each
 * way of being restricted, which every host moves to that is admitted by it, and from there to
 * whatever is restricted so. A route that was seen counts no better than one that wasn't.
 */
export function networkOfHubs(terms: NetworkTerms): NetworkLayer {
  const { estate, passage, nodeAllowed } = terms;
  const { graph, nodes, hosts, hostAt, internet } = estate;
  const { all, into } = exposuresOf(terms);
  const hubs = groupBy(all, (edge) => restrictionOf(estate, edge));
  const hubOf = new Map(hubs.flatMap((edges, hub) => edges.map((edge) => [edge, hub] as const)));
  // The internet has slot -1.
  const slots = [-1, ...[...hosts.values()].map(({ slot }) => slot)];
  const hostNodes = slots.reduce((most, slot) => Math.max(most, slot), -1) + 2;
  const [firstHost, firstEdge] = [graph.nodes, graph.edges];
  const firstHub = firstHost + hostNodes;
  const admits = createAdmissions(terms, { hubs, slots: hostNodes });
  // On to a hub costs one, which is taken off what is behind it: no move may be free.
  const { cost: toHost } = reachesRule;
  const toHub = 1;
  const costOf = (edge: number) =>
    graph.cost(edge) + passage.surcharge(edge) + stateCosts.inferred - toHub;

  return {
    nodes: hostNodes + hubs.length,
    edges: hostNodes + hubs.length,
    movesFrom(node, visit, isWorth) {
      if (node >= firstHub) {
        for (const edge of hubs[node - firstHub]!) visit(graph.to(edge), costOf(edge), edge, -1);
      } else if (node >= firstHost) {
        const slot = node - firstHost - 1;
        for (let hub = 0; hub < hubs.length; hub++)
          if (isWorth(firstHub + hub, toHub) && admits(hub, slot))
            visit(firstHub + hub, toHub, firstEdge + hostNodes + hub, -1);
      } else if (nodeAllowed(node) && isSomebody(estate, node)) {
        const at = nodes.host(node) + 1;
        visit(firstHost + at, toHost, firstEdge + at, -1);
      }
    },
    movesInto(node, visit, isWorth) {
      if (node >= firstHub) {
        const hub = node - firstHub;
        for (const slot of slots)
          if (isWorth(firstHost + slot + 1, toHub) && admits(hub, slot))
            visit(firstHost + slot + 1, toHub, firstEdge + hostNodes + hub, -1);
      } else if (node >= firstHost) {
        const at = node - firstHost;
        const accounts = at === 0 ? [internet] : (hostAt(at - 1)?.accounts ?? []);
        for (const account of accounts)
          if (nodeAllowed(account)) visit(account, toHost, firstEdge + at, -1);
      } else {
        for (const edge of into(node)) visit(firstHub + hubOf.get(edge)!, costOf(edge), edge, -1);
      }
    },
  };
}

/** Whether who is on a host (by slot; -1: the internet) gets to a hub: asked of each pair once. */
function createAdmissions(
  { passage }: NetworkTerms,
  { hubs, slots }: { hubs: number[][]; slots: number },
): (hub: number, slot: number) => boolean {
  // 0: not asked yet.
  const known: (Uint8Array | undefined)[] = [];
  return (hub, slot) => {
    known[hub] ??= new Uint8Array(slots);
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
