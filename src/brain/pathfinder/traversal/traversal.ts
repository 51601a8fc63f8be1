import { createEdgePairs, type EdgePairs, uncachedEdgePairs } from "../graph/edge-pairs.ts";
import { createDerivedCache } from "../model/derived-cache.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import { type Guard, noGuard } from "../model/guard-table.ts";
import { checkReach } from "../reachability/check-reach.ts";
import type { Reach } from "../reachability/reach.ts";
import { createReachStates, type ReachStates } from "../reachability/reach-states.ts";
import type { EdgeState } from "../rules/edge-rule.ts";

/**
 * The cost of each state on top of an edge's own: a fully proven path comes before any other,
 * however long it is.
 */
export const stateCosts = { proven: 0, conditional: 100, inferred: 100 } as const;
/**
 * The costs of edges that hold nobody's way open, in searches for the nearest blocked path. A
 * restriction explains more than a right that nobody gave.
 */
export const refutedCost = 10_000;
export const absentCost = 1_000_000;

/**
 * Which edges may be walked, and at what cost on top of their own; -1: the edge may not be walked.
 */
export interface Traversal {
  /** The cost of the edge, whatever the source. */
  surcharge(edge: number): number;
  /** Pairs of edges through transit nodes. */
  edgePairs: EdgePairs;
  /** The same without guards: every edge into a transit node with every edge out of it. */
  unguardedPairs: EdgePairs;
  /** The cost of reaching the port of the edge's host, from a host by slot (-1: the internet). */
  reachCost(from: number, edge: number): number;
  /** The check behind `reachCost` with its reason and proof; also for an edge without a port. */
  reachOf(from: number, edge: number): Reach;
  /** Whether the edge leads to a port by itself: its cost includes reaching it. */
  leadsToPort(edge: number): boolean;
  reachStates: ReachStates;
  /** The cost of an edge or a route in this state. */
  stateCost(state: EdgeState): number;
  /** Why the certificate held over `through` isn't accepted; null if it is. */
  certificateProblem(through: number, edge: number): Reach | null;
}

export interface TraversalTerms {
  estate: EstateGraph;
  nowMs: number;
  /** Whether refuted and absent edges are walked, at a high cost. */
  withRefuted: boolean;
  /** Whether only proven edges are walked. */
  onlyProven: boolean;
}

const cachedReachStates = createDerivedCache<ReachStates>();
const createCaches = () => ({
  surcharges: createDerivedCache<Int32Array>(),
  edgePairs: createDerivedCache<EdgePairs>(),
});
const caches = { proven: createCaches(), all: createCaches() };

const clear: Reach = { state: "proven", why: null, proof: null };

export function createTraversal({ estate, nowMs, ...which }: TraversalTerms): Traversal {
  const { graph, nodes, guards, index, hostAt } = estate;
  const reachStates = cachedReachStates(estate, () => createReachStates(estate));
  const { accessGuards } = reachStates;
  const name = which.onlyProven ? "proven" : "all";
  const noSurcharges = () => new Int32Array(graph.edges);
  /**
   * By edge, cached because every step reads one. Walks over refuted edges are rare and large, and
   * may differ each time, so nothing of them is cached.
   */
  const surcharges = which.withRefuted
    ? noSurcharges()
    : caches[name].surcharges(estate, noSurcharges);

  function stateCost(state: EdgeState): number {
    if (state === "refuted") return which.withRefuted ? refutedCost : -1;
    if (state === "absent") return which.withRefuted ? absentCost : -1;
    return which.onlyProven && state !== "proven" ? -1 : stateCosts[state];
  }

  const guardOf = (edge: number): Guard | null =>
    graph.guard(edge) < 0 ? null : guards.get(graph.guard(edge));

  function reachOf(from: number, edge: number): Reach {
    const guard = guardOf(edge);
    const to = hostAt(estate.hostOfPort(edge))?.network;
    if (!guard || !to) return clear;
    const who = from < 0 ? null : (hostAt(from)?.network ?? null);
    return checkReach({ from: who, to, guard, isUniqueSubnet: index.isUniqueSubnet });
  }

  const costToPass = (from: number, access: number) =>
    access < 0 ? 0 : stateCost(reachStates.stateOf(from, access));

  /** The certificate's validity at the time of the search. */
  function validityProblem(through: number): Reach | null {
    const held = guardOf(through);
    return held?.names ? validityProblemOf(held, nowMs / 1_000) : null;
  }

  /** The certificate's principals against those that the edge accepts. */
  function principalProblem(through: number, asked: Guard | null): Reach | null {
    const held = guardOf(through)?.names;
    return held ? principalProblemOf(held, asked?.names ?? null) : null;
  }

  /**
   * Whether the edge leads to a port by itself, as a password for another host's service does, or
   * an account that another one opens at the port of their own host.
   */
  function leadsToPort(edge: number): boolean {
    const [from, target] = [graph.from(edge), nodes.host(graph.to(edge))];
    if (target < 0 || nodes.host(from) < 0) return false;
    return target !== graph.owner(edge) || nodes.type(from) === "user";
  }

  /** The cost of the edge apart from its validity period. */
  function timelessCost(edge: number): number {
    const ownCost = stateCost(graph.state(edge));
    if (ownCost < 0) return -1;
    const access = leadsToPort(edge) ? accessGuards.of(edge) : -1;
    const more = costToPass(graph.owner(edge), access);
    return more < 0 ? -1 : ownCost + more;
  }

  function surcharge(edge: number): number {
    if (surcharges[edge] === unknown)
      surcharges[edge] = isTimeBound(edge) ? timeBound : timelessCost(edge) + offset;
    if (surcharges[edge] !== timeBound) return surcharges[edge]! - offset;
    const ownCost = timelessCost(edge);
    const refusal = ownCost < 0 ? null : validityProblem(edge);
    const more = refusal ? stateCost(refusal.state) : 0;
    return ownCost < 0 || more < 0 ? -1 : ownCost + more;
  }

  /** Whether its cost depends on the time of the search and can't be cached. */
  function isTimeBound(edge: number): boolean {
    const { validAfter, validBefore } = guardOf(edge) ?? noGuard;
    return validAfter !== null || validBefore !== null;
  }

  /** The source of a pair: the edge that holds the certificate, if there is one, else the host. */
  const sourceOf = (through: number) =>
    guardOf(through)?.names ? firstCertificate - through : graph.owner(through);

  function passCost(source: number, access: number): number {
    if (source > firstCertificate) return costToPass(source, access);
    const through = firstCertificate - source;
    const refusal = principalProblem(
      through,
      access < 0 ? null : guards.get(accessGuards.guard(access)),
    );
    const ownCost = refusal ? stateCost(refusal.state) : 0;
    const more = ownCost < 0 ? -1 : costToPass(graph.owner(through), access);
    return more < 0 ? -1 : ownCost + more;
  }

  const pairing = { sourceOf, guardOf: accessGuards.of, passCost };
  return {
    surcharge,
    reachCost: (from, edge) => costToPass(from, accessGuards.of(edge)),
    reachOf,
    leadsToPort,
    certificateProblem: (through, edge) =>
      validityProblem(through) ?? principalProblem(through, guardOf(edge)),
    unguardedPairs: uncachedEdgePairs(graph, { ...pairing, surcharge, passCost: () => 0 }),
    edgePairs: which.withRefuted
      ? uncachedEdgePairs(graph, { ...pairing, surcharge })
      : caches[name].edgePairs(estate, () =>
          createEdgePairs(graph, { ...pairing, surcharge: timelessCost }),
        ),
    reachStates,
    stateCost,
  };
}

/** Surcharges, which may be -1, are stored with this added; two numbers stand in place of one. */
const offset = 2;
const [unknown, timeBound] = [0, -1];
/** Below the slots of all hosts. */
const firstCertificate = -2;
const problem = (state: Reach["state"], why: string): Reach => ({ state, why, proof: null });

function validityProblemOf({ validAfter, validBefore }: Guard, now: number): Reach | null {
  if (validBefore !== null && validBefore <= now)
    return problem("refuted", "the certificate has expired");
  if (validAfter !== null && validAfter > now)
    return problem("refuted", "the certificate is not valid yet");
  return null;
}

function principalProblemOf(
  held: ReadonlySet<string>,
  asked: ReadonlySet<string> | null,
): Reach | null {
  if (held.size === 0) return problem("inferred", "the certificate names no principal");
  const isNamed = [...held].some((name) => asked?.has(name));
  const taken = [...(asked ?? [])];
  const not = taken.length > 0 ? `, not for ${taken.join(", ")}` : "";
  return isNamed
    ? null
    : problem("refuted", `the certificate is for ${[...held].join(", ")}${not}`);
}
