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
    const own = reached.costOf(to) < 0 ? carriedCost(terms, through, edge) : -1;
    const at = own < 0 ? null : findApproach(through, edge);
    if (!at) return;
    const total = at.cost + at.pass + own;
    if (total >= (best.get(to)?.total ?? Number.POSITIVE_INFINITY)) return;
    const step = { from: at.node, to, through, edge, cost: own + at.pass };
    best.set(to, { step, total });
  }

  for (const through of readIn(terms, reached)) {
    if (isLate()) return null;
    const transit = graph.to(through);
    for (let edge = graph.firstOut(transit); edge >= 0; edge = graph.nextOut(edge))
      consider(through, edge);
  }
  return [...best.values()].map(({ step }) => step);
}

/**
 * The edges into what can be read: of a key from the cheapest reader, of an authority from all, as
 * each may have another certificate.
 */
function readIn(terms: CarryTerms, reached: Reached): number[] {
  const { estate, isTransit, nodeAllowed } = terms;
  const { graph, guards, nodes } = estate;
  /** By the transit node of a key, or by a certificate's edge, which counts down from -1. */
  const read = new Map<number, { through: number; total: number }>();
  for (const node of reached.nodes) {
    if (node >= nodes.size || isTransit(node)) continue;
    for (let through = graph.firstOut(node); through >= 0; through = graph.nextOut(through)) {
      const transit = graph.to(through);
      if (!isTransit(transit) || !nodeAllowed(transit)) continue;
      const cost = costOf(terms, through);
      if (cost < 0) continue;
      const guard = graph.guard(through);
      const isCertificate = guard >= 0 && guards.get(guard).names !== null;
      const key = isCertificate ? -1 - through : transit;
      const total = reached.costOf(node) + cost;
      const known = read.get(key);
      if (!known || total < known.total) read.set(key, { through, total });
    }
  }
  return [...read.values()].map(({ through }) => through);
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
