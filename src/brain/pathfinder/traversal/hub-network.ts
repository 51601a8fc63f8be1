import type { IsWorthVisiting, VisitStep } from "../graph/walk-graph.ts";
import { type ReachState, stateByCode } from "../reachability/arrival-states.ts";
import { createDirectReach } from "./direct-reach.ts";
import { type NetworkTerms, usesNetwork } from "./exposures.ts";
import { createHubs } from "./hubs.ts";
import { type NetworkLayer, networkCost } from "./network-layer.ts";

/** Two moves lead from an account to a hub, of which none is free. */
const toHub = 1;
const toPlace = networkCost - toHub;

/**
 * The network of a large estate. Who comes from a host moves to a node for each part of all addresses
 * that it comes from, on to one for each kind of guard that lets these in, and from there to whatever
 * is behind gates of that kind. Each host has a node as well, for what depends on itself: its own
 * ports, those that it was seen going to, and gates with patterns for who comes.
 */
export function hubNetwork({ estate, traversal, ...terms }: NetworkTerms): NetworkLayer {
  const { graph, nodes, hosts, hostAt, internet } = estate;
  const { nodeAllowed, isOpen } = terms;
  const { stateCost, reachStates } = traversal;
  const { sourceClassesOf, stateOfClass, unobservedStateOf } = reachStates;
  const hubs = estate.derived("hubs", () => createHubs(estate, reachStates));
  const direct = estate.derived("direct", () => createDirectReach(estate, reachStates));
  const { all, hostsInClass, unclassified } = hubs;
  const everyHub = [...all.keys()];
  const selective = everyHub.filter((hub) => all[hub]!.isSelective);
  const unselective = everyHub.filter((hub) => !all[hub]!.isSelective);
  // The internet has slot -1.
  const slots = [-1, ...[...hosts.values()].map(({ slot }) => slot)];
  const firstHost = graph.nodes + 1;
  const firstPart = firstHost + slots.reduce((most, slot) => Math.max(most, slot), -1) + 1;
  const firstHub = firstPart + hostsInClass.length;
  const count = firstHub + all.length - graph.nodes;

  const edgeTo = (node: number) => graph.edges + node - graph.nodes;
  const costBehind = (edge: number) => graph.cost(edge) + traversal.surcharge(edge);
  const accountsOf = (slot: number) =>
    (slot < 0 ? [internet] : (hostAt(slot)?.accounts ?? [])).filter(nodeAllowed);

  /** From a part, or from a host; -1: it isn't let in. */
  function costToHub(
    hub: number,
    place: number,
    ask: (place: number, guard: number) => ReachState,
  ) {
    const { guard } = all[hub]!;
    const more = guard < 0 ? 0 : stateCost(ask(place, guard));
    return more < 0 ? -1 : toHub + more;
  }

  function fromAccount(node: number, visit: VisitStep): void {
    const slot = nodes.host(node);
    visit(firstHost + slot, toPlace, edgeTo(firstHost + slot), -1);
    for (const part of sourceClassesOf(slot))
      visit(firstPart + part, toPlace, edgeTo(firstPart + part), -1);
  }

  function fromPart(part: number, visit: VisitStep, isWorth: IsWorthVisiting): void {
    for (const hub of unselective) {
      const cost = isWorth(firstHub + hub, toHub) ? costToHub(hub, part, stateOfClass) : -1;
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
    for (let part = 0; part < hostsInClass.length && !isSelective; part++) {
      const cost = isWorth(firstPart + part, toHub) ? costToHub(hub, part, stateOfClass) : -1;
      if (cost >= 0) visit(firstPart + part, cost, edge, -1);
    }
    for (const slot of isSelective ? slots : unclassified) {
      const cost = isWorth(firstHost + slot, toHub) ? costToHub(hub, slot, unobservedStateOf) : -1;
      if (cost >= 0) visit(firstHost + slot, cost, edge, -1);
    }
  }

  function intoPlace(node: number, ofSlots: readonly number[], visit: VisitStep): void {
    for (const account of ofSlots.flatMap(accountsOf)) visit(account, toPlace, edgeTo(node), -1);
  }

  return {
    nodes: count,
    edges: count,
    movesFrom(node, visit, isWorth) {
      if (node >= firstHub) fromHub(node - firstHub, visit, isWorth);
      else if (node >= firstPart) fromPart(node - firstPart, visit, isWorth);
      else if (node >= graph.nodes) fromHost(node - firstHost, visit, isWorth);
      else if (nodeAllowed(node) && usesNetwork(estate, node)) fromAccount(node, visit);
    },
    movesInto(node, visit, isWorth) {
      if (node >= firstHub) intoHub(node - firstHub, visit, isWorth);
      else if (node >= firstPart) intoPlace(node, hostsInClass[node - firstPart]!, visit);
      else if (node >= graph.nodes) intoPlace(node, [node - firstHost], visit);
      else intoTarget(node, visit);
    },
  };
}
