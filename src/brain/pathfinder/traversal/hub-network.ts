import type { IsWorthVisiting, VisitStep } from "../graph/walk-graph.ts";
import { createDerivedCache } from "../model/derived-cache.ts";
import { type ReachState, stateByCode } from "../reachability/arrival-states.ts";
import { createDirectReach, type DirectReach } from "./direct-reach.ts";
import { type NetworkTerms, usesNetwork } from "./exposures.ts";
import { createHubs, type Hubs } from "./hubs.ts";
import { type NetworkLayer, networkCost } from "./network-layer.ts";

/** Two steps lead from an account to a hub, and both need a cost. */
const toHub = 1;
const toOrigin = networkCost - toHub;

const cachedHubs = createDerivedCache<Hubs>();
const cachedDirectReach = createDerivedCache<DirectReach>();

/**
 * The network of a large estate. Each account steps onto a virtual node for every source class of
 * its host, from there onto a hub for every class of access guards that admits these sources, and
 * from the hub onto the edges behind its guards. A virtual node for the host itself leads to
 * whatever depends on that host: its own ports, ports it was observed to connect to, and guards
 * with client patterns.
 */
export function hubNetwork({ estate, traversal, ...terms }: NetworkTerms): NetworkLayer {
  const { graph, nodes, hosts, hostAt, internet } = estate;
  const { nodeAllowed, isOpen } = terms;
  const { stateCost, reachStates } = traversal;
  const { sourceClassesOf, stateOfClass, unobservedStateOf } = reachStates;
  const hubs = cachedHubs(estate, () => createHubs(estate, reachStates));
  const direct = cachedDirectReach(estate, () => createDirectReach(estate, reachStates));
  const { all, hostsInClass, unclassified } = hubs;
  const everyHub = [...all.keys()];
  const selective = everyHub.filter((hub) => all[hub]!.isSelective);
  const unselective = everyHub.filter((hub) => !all[hub]!.isSelective);
  // The internet has slot -1.
  const slots = [-1, ...[...hosts.values()].map(({ slot }) => slot)];
  const firstHost = graph.nodes + 1;
  const firstClass = firstHost + slots.reduce((most, slot) => Math.max(most, slot), -1) + 1;
  const firstHub = firstClass + hostsInClass.length;
  const count = firstHub + all.length - graph.nodes;

  const edgeTo = (node: number) => graph.edges + node - graph.nodes;
  const costBehind = (edge: number) => graph.cost(edge) + traversal.surcharge(edge);
  const accountsOf = (slot: number) =>
    (slot < 0 ? [internet] : (hostAt(slot)?.accounts ?? [])).filter(nodeAllowed);

  /** The cost from a source class or a host to a hub; -1: not admitted. */
  function costToHub(
    hub: number,
    origin: number,
    ask: (origin: number, access: number) => ReachState,
  ) {
    const { access } = all[hub]!;
    const more = access < 0 ? 0 : stateCost(ask(origin, access));
    return more < 0 ? -1 : toHub + more;
  }

  function fromAccount(node: number, visit: VisitStep): void {
    const slot = nodes.host(node);
    visit(firstHost + slot, toOrigin, edgeTo(firstHost + slot), -1);
    for (const sourceClass of sourceClassesOf(slot))
      visit(firstClass + sourceClass, toOrigin, edgeTo(firstClass + sourceClass), -1);
  }

  function fromClass(sourceClass: number, visit: VisitStep, isWorth: IsWorthVisiting): void {
    for (const hub of unselective) {
      const cost = isWorth(firstHub + hub, toHub) ? costToHub(hub, sourceClass, stateOfClass) : -1;
      if (cost >= 0) visit(firstHub + hub, cost, edgeTo(firstHub + hub), -1);
    }
  }

  function fromHost(slot: number, visit: VisitStep, isWorth: IsWorthVisiting): void {
    for (const hub of sourceClassesOf(slot).length > 0 ? selective : everyHub) {
      const cost = isWorth(firstHub + hub, toHub) ? costToHub(hub, slot, unobservedStateOf) : -1;
      if (cost >= 0) visit(firstHub + hub, cost, edgeTo(firstHub + hub), -1);
    }
    const list = direct.from(slot);
    for (let at = 0; at < list.length; at += 2) {
      const [edge, state] = [list[at]!, stateByCode[list[at + 1]!]!];
      const more = isOpen(edge) ? stateCost(state) : -1;
      if (more >= 0) visit(graph.to(edge), toHub + costBehind(edge) + more, edge, -1);
    }
  }

  function fromHub(hub: number, visit: VisitStep, isWorth: IsWorthVisiting): void {
    for (const edge of all[hub]!.edges)
      if (isOpen(edge) && isWorth(graph.to(edge), costBehind(edge)))
        visit(graph.to(edge), costBehind(edge), edge, -1);
  }

  function intoTarget(node: number, visit: VisitStep): void {
    for (let edge = graph.firstIn(node); edge >= 0; edge = graph.nextIn(edge)) {
      if (hubs.of(edge) < 0 || !isOpen(edge)) continue;
      visit(firstHub + hubs.of(edge), costBehind(edge), edge, -1);
      for (const { slot, state } of direct.sourcesOf(edge)) {
        const more = stateCost(state);
        if (more >= 0) visit(firstHost + slot, toHub + costBehind(edge) + more, edge, -1);
      }
    }
  }

  function intoHub(hub: number, visit: VisitStep, isWorth: IsWorthVisiting): void {
    const edge = edgeTo(firstHub + hub);
    const { isSelective } = all[hub]!;
    for (let sourceClass = 0; sourceClass < hostsInClass.length && !isSelective; sourceClass++) {
      const cost = isWorth(firstClass + sourceClass, toHub)
        ? costToHub(hub, sourceClass, stateOfClass)
        : -1;
      if (cost >= 0) visit(firstClass + sourceClass, cost, edge, -1);
    }
    for (const slot of isSelective ? slots : unclassified) {
      const cost = isWorth(firstHost + slot, toHub) ? costToHub(hub, slot, unobservedStateOf) : -1;
      if (cost >= 0) visit(firstHost + slot, cost, edge, -1);
    }
  }

  function intoOrigin(node: number, ofSlots: readonly number[], visit: VisitStep): void {
    for (const account of ofSlots.flatMap(accountsOf)) visit(account, toOrigin, edgeTo(node), -1);
  }

  return {
    nodes: count,
    edges: count,
    outgoing(node, visit, isWorth) {
      if (node >= firstHub) fromHub(node - firstHub, visit, isWorth);
      else if (node >= firstClass) fromClass(node - firstClass, visit, isWorth);
      else if (node >= graph.nodes) fromHost(node - firstHost, visit, isWorth);
      else if (nodeAllowed(node) && usesNetwork(estate, node)) fromAccount(node, visit);
    },
    incoming(node, visit, isWorth) {
      if (node >= firstHub) intoHub(node - firstHub, visit, isWorth);
      else if (node >= firstClass) intoOrigin(node, hostsInClass[node - firstClass]!, visit);
      else if (node >= graph.nodes) intoOrigin(node, [node - firstHost], visit);
      else intoTarget(node, visit);
    },
  };
}
