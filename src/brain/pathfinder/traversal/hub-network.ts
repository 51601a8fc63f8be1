import type { IsWorthVisiting, VisitStep } from "../graph/walk-graph.ts";
import { createDerivedCache } from "../model/derived-cache.ts";
import { reachCodes } from "../reachability/reach.ts";
import type { ReachStates } from "../reachability/reach-states.ts";
import { derivedStates } from "./derived-states.ts";
import { createDirectReach, type DirectReach } from "./direct-reach.ts";
import { type NetworkTerms, networkNodesOf, usesNetwork } from "./exposures.ts";
import { createHubAccess, type HubAccess } from "./hub-access.ts";
import { createHubs, type Hubs } from "./hubs.ts";
import { isLimited } from "./limited-relays.ts";
import { type NetworkLayer, networkCost } from "./network-layer.ts";
import { createRelaySteps } from "./relay-steps.ts";

/** Two steps lead from an account to a hub, and both need a cost. */
const toHub = 1;
const toOrigin = networkCost - toHub;

const noClasses = new Int32Array(0);

/** What the network of an estate is made of, derived from the same states. */
interface NetworkParts {
  hubs: Hubs;
  hubAccess: HubAccess;
  direct: DirectReach;
  reachStates: ReachStates;
}

const networkParts = createDerivedCache<NetworkParts>({
  make(estate) {
    const { reachStates } = derivedStates(estate);
    const hubs = createHubs(estate, reachStates);
    const hubAccess = createHubAccess(hubs, reachStates);
    return { hubs, hubAccess, direct: createDirectReach(estate, reachStates), reachStates };
  },
  mend({ hubs, direct, reachStates }, changes, estate) {
    if (reachStates !== derivedStates(estate).reachStates) return false;
    hubs.replace(new Set(changes.map(({ slot }) => slot)));
    for (const { connected } of changes) direct.forget(connected);
    return true;
  },
});

/**
 * The network of a large estate. Each account or relay steps onto a virtual node for every source class of
 * its host, from there onto a hub for every class of access guards that admits these sources, and
 * from the hub onto the edges behind its guards. A virtual node for the host itself leads to
 * whatever depends on that host: its own ports, ports it was observed to connect to, and guards
 * with client patterns.
 */
export function hubNetwork({ estate, traversal, ...terms }: NetworkTerms): NetworkLayer {
  const { graph, nodes, hosts } = estate;
  const { nodeAllowed, isOpen } = terms;
  const { costOfCode, reachStates } = traversal;
  const { sourceClassesOf, unobservedCodeOf } = reachStates;
  const { hubs, hubAccess, direct } = networkParts(estate);
  const { all, hostsInClass, unclassified } = hubs;
  const everyHub = [...all.keys()].filter((hub) => all[hub]!.edges.length > 0);
  const selective = everyHub.filter((hub) => all[hub]!.isSelective);
  const withRefuted = costOfCode(reachCodes.refuted) >= 0;
  // The internet has slot -1.
  const slots = [-1, ...[...hosts.values()].map(({ slot }) => slot)];
  const firstHost = graph.nodes + 1;
  const firstClass = firstHost + slots.reduce((most, slot) => Math.max(most, slot), -1) + 1;
  const firstHub = firstClass + hostsInClass.length;
  const count = firstHub + all.length - graph.nodes;

  // Limited relays lead past the hubs.
  const relays = createRelaySteps({ estate, traversal, ...terms });
  const edgeTo = (node: number) => graph.edges + node - graph.nodes;
  const costBehind = (edge: number) => graph.cost(edge) + traversal.surcharge(edge);
  const sourcesOf = (slot: number) => networkNodesOf(estate, slot).filter(nodeAllowed);

  /** The cost from a host to a hub, its source classes aside; -1: not admitted. */
  function costToHub(hub: number, slot: number): number {
    const { access } = all[hub]!;
    const more = access < 0 ? 0 : costOfCode(unobservedCodeOf(slot, access));
    return more < 0 ? -1 : toHub + more;
  }

  function fromSource(node: number, visit: VisitStep): void {
    const slot = nodes.host(node);
    visit(firstHost + slot, toOrigin, edgeTo(firstHost + slot), -1);
    for (const sourceClass of sourceClassesOf(slot))
      visit(firstClass + sourceClass, toOrigin, edgeTo(firstClass + sourceClass), -1);
  }

  function fromClass(sourceClass: number, visit: VisitStep, isWorth: IsWorthVisiting): void {
    const list = hubAccess.from(sourceClass, withRefuted);
    for (let at = 0; at < list.length; at += 2) {
      const [node, more] = [firstHub + list[at]!, costOfCode(list[at + 1]!)];
      if (more >= 0 && isWorth(node, toHub + more)) visit(node, toHub + more, edgeTo(node), -1);
    }
  }

  function fromHost(slot: number, visit: VisitStep, isWorth: IsWorthVisiting): void {
    for (const hub of sourceClassesOf(slot).length > 0 ? selective : everyHub) {
      const cost = isWorth(firstHub + hub, toHub) ? costToHub(hub, slot) : -1;
      if (cost >= 0) visit(firstHub + hub, cost, edgeTo(firstHub + hub), -1);
    }
    const list = direct.from(slot);
    for (let at = 0; at < list.length; at += 2) {
      const [edge, code] = [list[at]!, list[at + 1]!];
      const more = isOpen(edge) ? costOfCode(code) : -1;
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
      relays.into(edge, visit);
      visit(firstHub + hubs.of(edge), costBehind(edge), edge, -1);
      for (const { slot, code } of direct.sourcesOf(edge)) {
        const more = costOfCode(code);
        if (more >= 0) visit(firstHost + slot, toHub + costBehind(edge) + more, edge, -1);
      }
    }
  }

  function intoHub(hub: number, visit: VisitStep, isWorth: IsWorthVisiting): void {
    const edge = edgeTo(firstHub + hub);
    const { isSelective } = all[hub]!;
    const list = isSelective ? noClasses : hubAccess.into(hub, withRefuted);
    for (let at = 0; at < list.length; at += 2) {
      const [node, more] = [firstClass + list[at]!, costOfCode(list[at + 1]!)];
      if (more >= 0 && isWorth(node, toHub + more)) visit(node, toHub + more, edge, -1);
    }
    for (const slot of isSelective ? slots : unclassified) {
      const cost = isWorth(firstHost + slot, toHub) ? costToHub(hub, slot) : -1;
      if (cost >= 0) visit(firstHost + slot, cost, edge, -1);
    }
  }

  function intoOrigin(node: number, ofSlots: readonly number[], visit: VisitStep): void {
    for (const source of ofSlots.flatMap(sourcesOf)) visit(source, toOrigin, edgeTo(node), -1);
  }

  return {
    nodes: count,
    edges: count,
    outgoing(node, visit, isWorth) {
      if (node >= firstHub) fromHub(node - firstHub, visit, isWorth);
      else if (node >= firstClass) fromClass(node - firstClass, visit, isWorth);
      else if (node >= graph.nodes) fromHost(node - firstHost, visit, isWorth);
      else if (!nodeAllowed(node)) return;
      else if (isLimited(estate, node)) relays.from(node, visit);
      else if (usesNetwork(estate, node)) fromSource(node, visit);
    },
    incoming(node, visit, isWorth) {
      if (node >= firstHub) intoHub(node - firstHub, visit, isWorth);
      else if (node >= firstClass) intoOrigin(node, hostsInClass[node - firstClass]!, visit);
      else if (node >= graph.nodes) intoOrigin(node, [node - firstHost], visit);
      else intoTarget(node, visit);
    },
  };
}
