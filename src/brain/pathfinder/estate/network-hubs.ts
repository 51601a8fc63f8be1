import type { Connection } from "./connections.ts";
import { exposuresOf, isNews, isSomebody, type NetworkTerms } from "./exposures.ts";
import { type NetworkLayer, networkCost } from "./network-layer.ts";

/** Gates that let in the same, one of them, and the edges behind them. */
interface Hub {
  gate: number;
  /** Whether it matters who comes, and not only from which part of all addresses. */
  hasPatterns: boolean;
  edges: number[];
}

/**
 * The network of a large estate. Who comes from a host moves to a node for each part of all addresses
 * that it comes from, on to one for each kind of gate that lets these in, and from there to whatever
 * is behind gates of that kind. Each host has a node as well, for what depends on itself: its own
 * ports, those of hosts that it was seen connected with, and gates with patterns for who comes.
 */
export function networkOfHubs(terms: NetworkTerms): NetworkLayer {
  const { estate, passage, nodeAllowed } = terms;
  const { graph, nodes, hosts, hostAt, internet } = estate;
  const { costOf, reachStates } = passage;
  const { connections, gates, partsOf } = reachStates;
  const { all, into } = exposuresOf(terms);
  const hubs = hubsOf(terms, all);
  const hubOf = new Map(hubs.flatMap(({ edges }, hub) => edges.map((edge) => [edge, hub])));
  const anyHub = [...hubs.keys()];
  const selective = anyHub.filter((hub) => hubs[hub]!.hasPatterns);
  const edgesOn = groupBy(all, (edge) => nodes.host(graph.to(edge)));
  // The internet has slot -1.
  const slots = [-1, ...[...hosts.values()].map(({ slot }) => slot)];
  const placeless = slots.filter((slot) => partsOf(slot).length === 0);
  const residents = residentsOf(slots, partsOf);

  const firstHost = graph.nodes + 1;
  const firstPart = firstHost + slots.reduce((most, slot) => Math.max(most, slot), -1) + 1;
  const firstHub = firstPart + residents.length;
  const edgeTo = (node: number) => graph.edges + node - graph.nodes;
  // Two moves to a hub, of which none is free.
  const toHub = 1;
  const toPlace = networkCost - toHub;

  const accountsOf = (slot: number) =>
    (slot < 0 ? [internet] : (hostAt(slot)?.accounts ?? [])).filter(nodeAllowed);
  const costBehind = (edge: number) => graph.cost(edge) + passage.surcharge(edge);
  function costDirectly(slot: number, edge: number): number {
    const more = isNews(estate, slot, edge) ? passage.comes(slot, edge) : -1;
    return more < 0 ? -1 : toHub + costBehind(edge) + more;
  }

  function costFromPart(part: number, { gate, hasPatterns }: Hub): number {
    if (hasPatterns) return -1;
    const more = gate < 0 ? 0 : costOf(reachStates.stateOfPart(part, gate));
    return more < 0 ? -1 : toHub + more;
  }

  /** Of those that its parts don't tell of. */
  function costFromHost(slot: number, { gate }: Hub): number {
    const more = gate < 0 ? 0 : costOf(reachStates.unseenStateOf(slot, gate));
    return more < 0 ? -1 : toHub + more;
  }

  /** Edges that a host comes to by itself, each with where it leads and its cost: its own, and what it was seen going to. */
  const directFrom = remembered((slot) => {
    const seen = connections.from(slot).flatMap((connection) => behind(connection));
    return [...(edgesOn.get(slot) ?? []), ...seen].flatMap((edge) => {
      const cost = costDirectly(slot, edge);
      return cost < 0 ? [] : [edge, graph.to(edge), cost];
    });
  });

  const behind = ({ slot, port }: Connection) =>
    (edgesOn.get(slot) ?? []).filter((edge) => gates.port(gates.of(edge)) === port);

  function comersTo(edge: number): number[] {
    const slot = nodes.host(graph.to(edge));
    const port = gates.port(gates.of(edge));
    const seen = connections.into(slot).filter((one) => one.port === port);
    return [slot, ...seen.map((one) => one.slot)];
  }

  return {
    nodes: firstHub + hubs.length - graph.nodes,
    edges: firstHub + hubs.length - graph.nodes,
    movesFrom(node, visit, isWorth) {
      if (node >= firstHub) {
        for (const edge of hubs[node - firstHub]!.edges)
          if (isWorth(graph.to(edge), costBehind(edge)))
            visit(graph.to(edge), costBehind(edge), edge, -1);
      } else if (node >= firstPart) {
        for (let hub = firstHub; hub < firstHub + hubs.length; hub++) {
          if (!isWorth(hub, toHub)) continue;
          const cost = costFromPart(node - firstPart, hubs[hub - firstHub]!);
          if (cost >= 0) visit(hub, cost, edgeTo(hub), -1);
        }
      } else if (node >= graph.nodes) {
        const slot = node - firstHost;
        for (const hub of partsOf(slot).length > 0 ? selective : anyHub) {
          if (!isWorth(firstHub + hub, toHub)) continue;
          const cost = costFromHost(slot, hubs[hub]!);
          if (cost >= 0) visit(firstHub + hub, cost, edgeTo(firstHub + hub), -1);
        }
        const direct = directFrom(slot);
        for (let at = 0; at < direct.length; at += 3)
          if (isWorth(direct[at + 1]!, direct[at + 2]!))
            visit(direct[at + 1]!, direct[at + 2]!, direct[at]!, -1);
      } else if (nodeAllowed(node) && isSomebody(estate, node)) {
        const slot = nodes.host(node);
        visit(firstHost + slot, toPlace, edgeTo(firstHost + slot), -1);
        for (const part of partsOf(slot))
          visit(firstPart + part, toPlace, edgeTo(firstPart + part), -1);
      }
    },
    movesInto(node, visit, isWorth) {
      const toThis = edgeTo(node);
      if (node >= firstHub) {
        const hub = hubs[node - firstHub]!;
        for (let part = 0; part < residents.length; part++) {
          if (!isWorth(firstPart + part, toHub)) continue;
          const cost = costFromPart(part, hub);
          if (cost >= 0) visit(firstPart + part, cost, toThis, -1);
        }
        for (const slot of hub.hasPatterns ? slots : placeless) {
          if (!isWorth(firstHost + slot, toHub)) continue;
          const cost = costFromHost(slot, hub);
          if (cost >= 0) visit(firstHost + slot, cost, toThis, -1);
        }
      } else if (node >= firstPart) {
        for (const account of residents[node - firstPart]!.flatMap(accountsOf))
          visit(account, toPlace, toThis, -1);
      } else if (node >= graph.nodes) {
        for (const account of accountsOf(node - firstHost)) visit(account, toPlace, toThis, -1);
      } else {
        for (const edge of into(node)) {
          visit(firstHub + hubOf.get(edge)!, costBehind(edge), edge, -1);
          for (const slot of comersTo(edge)) {
            const cost = costDirectly(slot, edge);
            if (cost >= 0) visit(firstHost + slot, cost, edge, -1);
          }
        }
      }
    },
  };
}

function hubsOf({ passage: { reachStates } }: NetworkTerms, edges: number[]): Hub[] {
  const { gates } = reachStates;
  const kinds = groupBy(edges, (edge) => gates.kind(gates.of(edge)));
  return [...kinds.values()].map((behind) => {
    const gate = gates.of(behind[0]!);
    return { gate, hasPatterns: gate >= 0 && gates.patterns(gate) >= 0, edges: behind };
  });
}

/** The hosts (by slot) that come from each part of all addresses. */
function residentsOf(slots: number[], partsOf: (slot: number) => readonly number[]): number[][] {
  const residents: number[][] = [];
  for (const slot of slots)
    for (const part of partsOf(slot)) {
      residents[part] ??= [];
      residents[part].push(slot);
    }
  return residents;
}

function groupBy(edges: number[], keyOf: (edge: number) => number): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const edge of edges) {
    const key = keyOf(edge);
    const known = groups.get(key);
    if (known) known.push(edge);
    else groups.set(key, [edge]);
  }
  return groups;
}

function remembered(make: (slot: number) => number[]): (slot: number) => Int32Array {
  const known = new Map<number, Int32Array>();
  return (slot) => {
    const list = known.get(slot) ?? Int32Array.from(make(slot));
    known.set(slot, list);
    return list;
  };
}
