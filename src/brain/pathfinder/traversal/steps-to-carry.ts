import type { Reached } from "../search/find-reachable.ts";
import type { CarriedStep } from "./carried-steps.ts";
import { createFindApproach, type PositionTerms } from "./positions.ts";
import type { Traversal } from "./traversal.ts";

/** What one search may walk. */
export interface CarryTerms extends PositionTerms {
  traversal: Traversal;
  isTransit(node: number): boolean;
  nodeAllowed(node: number): boolean;
  /** The cost of an edge on top of its own; -1: the edge may not be walked. */
  surcharge(edge: number): number;
}

/**
 * The steps with carried things that lead to nodes which `reached` doesn't have: for each node, the
 * cheapest. Null if there is no time to look at all.
 */
export function stepsToCarry(
  terms: CarryTerms,
  reached: Reached,
  isLate: () => boolean,
): CarriedStep[] | null {
  const { estate } = terms;
  const { graph } = estate;
  const findApproach = createFindApproach(terms, reached);
  const best = new Map<number, { step: CarriedStep; total: number }>();

  function consider(through: number, edge: number): void {
    const to = graph.to(edge);
    const own = reached.has(to) ? -1 : carriedCost(terms, through, edge);
    const at = own < 0 ? null : findApproach(through, edge);
    if (!at) return;
    const total = at.cost + at.pass + own;
    if (total >= (best.get(to)?.total ?? Number.POSITIVE_INFINITY)) return;
    const step = { from: at.node, to, through, edge, cost: own + at.pass };
    best.set(to, { step, total });
  }

  for (let transit = 0; transit < graph.nodes; transit++) {
    if (!terms.isTransit(transit) || !leadsOn(terms, transit, reached)) continue;
    if (isLate()) return null;
    for (const through of readersOf(terms, transit, reached))
      for (let edge = graph.firstOut(transit); edge >= 0; edge = graph.nextOut(edge))
        consider(through, edge);
  }
  return [...best.values()].map(({ step }) => step);
}

/** Whether what is read leads to a node that isn't reached. */
function leadsOn(
  { estate: { graph }, nodeAllowed }: CarryTerms,
  transit: number,
  reached: Reached,
): boolean {
  for (let edge = graph.firstOut(transit); edge >= 0; edge = graph.nextOut(edge))
    if (!reached.has(graph.to(edge))) return nodeAllowed(transit);
  return false;
}

/**
 * The edges by which it is read: a key by the cheapest reader, the nearest of them; an authority by
 * all, as each may have another certificate.
 */
function readersOf(terms: CarryTerms, transit: number, reached: Reached): number[] {
  const { estate, isTransit } = terms;
  const { graph, guards } = estate;
  const certificates: number[] = [];
  let cheapest = { through: -1, total: Number.POSITIVE_INFINITY, steps: 0 };
  for (let through = graph.firstIn(transit); through >= 0; through = graph.nextIn(through)) {
    const reader = graph.from(through);
    const cost = reached.has(reader) && !isTransit(reader) ? costOf(terms, through) : -1;
    if (cost < 0) continue;
    const [total, steps] = [reached.costOf(reader) + cost, reached.stepsOf(reader)];
    const isLess = total < cheapest.total || (total === cheapest.total && steps < cheapest.steps);
    const guard = graph.guard(through);
    if (guard >= 0 && guards.get(guard).names !== null) certificates.push(through);
    else if (isLess) cheapest = { through, total, steps };
  }
  return cheapest.through < 0 ? certificates : [cheapest.through, ...certificates];
}

/** The cost of an edge by itself; -1: it may not be walked. */
export function costOf({ estate: { graph }, surcharge }: CarryTerms, edge: number): number {
  const more = surcharge(edge);
  return more < 0 ? -1 : graph.cost(edge) + more;
}

/** The cost of reading and using something, without the way over the network; -1: it can't be. */
export function carriedCost(terms: CarryTerms, through: number, edge: number): number {
  const { estate, traversal, isTransit, nodeAllowed } = terms;
  const to = estate.graph.to(edge);
  if (isTransit(to) || !nodeAllowed(to)) return -1;
  const [reading, using] = [costOf(terms, through), costOf(terms, edge)];
  if (reading < 0 || using < 0) return -1;
  const problem = traversal.certificateProblem(through, edge);
  const more = problem ? traversal.stateCost(problem.state) : 0;
  return more < 0 ? -1 : reading + using + more;
}
