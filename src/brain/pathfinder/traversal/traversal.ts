import { createEdgePairs, type EdgePairs } from "../graph/edge-pairs.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import { type Guard, noGuard } from "../model/guard-table.ts";
import { checkReach } from "../reachability/check-reach.ts";
import type { Reach } from "../reachability/reach.ts";
import { createReachStates, type ReachStates } from "../reachability/reach-states.ts";
import type { EdgeState } from "../rules/edge-rule.ts";

/**
 * What going over an edge takes besides its cost: a way that is proven throughout comes before any
 * that isn't, whatever it costs.
 */
export const stateCosts = { proven: 0, conditional: 100, inferred: 100 } as const;
/** Of what a restriction cuts, where the way that it cuts is looked for. */
export const refutedCost = 10_000;

/** Who may go over which edge, and what that takes besides the edge's cost; -1: nobody may. */
export interface Traversal {
  /** Of the edge itself, whoever comes. */
  surcharge(edge: number): number;
  /** Through what is held in passing. */
  edgePairs: EdgePairs;
  /** Of a port of the edge's host, for who comes from a host (by slot; -1: the internet). */
  reachCost(from: number, edge: number): number;
  /** The same as `comes`, told; also for an edge that needs no port. */
  reachOf(from: number, edge: number): Reach;
  reachStates: ReachStates;
  /** What an edge or a route of such a state takes. */
  stateCost(state: EdgeState): number;
  /** What a certificate that is held does not meet; null when nothing. */
  certificateProblem(through: number, edge: number): Reach | null;
}

export interface TraversalTerms {
  estate: EstateGraph;
  nowMs: number;
  /** Whether refuted edges are walked, dearly. */
  withRefuted: boolean;
  /** Whether nothing is walked but what is proven. */
  onlyProven: boolean;
}

const clear: Reach = { state: "proven", why: null, proof: null };

export function createTraversal({ estate, nowMs, ...which }: TraversalTerms): Traversal {
  const { graph, nodes, guards, index, hostAt } = estate;
  const reachStates = estate.derived("reach states", () => createReachStates(estate));
  const { accessGuards } = reachStates;
  /** By edge, as they become known: every step asks for one. */
  const surcharges = kept("surcharges", () => new Int32Array(graph.edges).fill(unknown));

  /** What is refuted is asked for rarely, is far more, and may only be so for now. */
  function kept<Value>(what: string, make: () => Value): Value {
    if (which.withRefuted) return make();
    return estate.derived(`${what}, ${which.onlyProven ? "proven" : "all"}`, make);
  }

  function stateCost(state: EdgeState): number {
    if (state === "refuted") return which.withRefuted ? refutedCost : -1;
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

  const comesTo = (from: number, gate: number) =>
    gate < 0 ? 0 : stateCost(reachStates.stateOf(from, gate));

  /** Of a certificate by itself, at the time of asking. */
  function validityGap(through: number): Reach | null {
    const held = guardOf(through);
    return held?.names ? validityGapOf(held, nowMs / 1_000) : null;
  }

  /** Of what a certificate names against whom an edge takes. */
  function principalGap(through: number, asked: Guard | null): Reach | null {
    const held = guardOf(through)?.names;
    return held ? principalGapOf(held, asked?.names ?? null) : null;
  }

  /** Goes from one host to another all by itself, as a secret for another host's service does. */
  function leadsToPort(edge: number): boolean {
    const target = nodes.host(graph.to(edge));
    return target >= 0 && target !== graph.owner(edge) && nodes.host(graph.from(edge)) >= 0;
  }

  /** Of the edge itself, at any time. */
  function lasting(edge: number): number {
    const own = stateCost(graph.state(edge));
    if (own < 0) return -1;
    const gate = leadsToPort(edge) ? accessGuards.of(edge) : -1;
    const more = comesTo(graph.owner(edge), gate);
    return more < 0 ? -1 : own + more;
  }

  function surcharge(edge: number): number {
    if (surcharges[edge] === unknown) surcharges[edge] = isDated(edge) ? dated : lasting(edge);
    if (surcharges[edge] !== dated) return surcharges[edge]!;
    const own = lasting(edge);
    const gap = own < 0 ? null : validityGap(edge);
    const more = gap ? stateCost(gap.state) : 0;
    return own < 0 || more < 0 ? -1 : own + more;
  }

  /** Whether it holds by the time of asking: then it isn't kept. */
  function isDated(edge: number): boolean {
    const { validAfter, validBefore } = guardOf(edge) ?? noGuard;
    return validAfter !== null || validBefore !== null;
  }

  /** Whose certificate decides is told by the edge that it is held by, any other by its host. */
  const sourceOf = (through: number) =>
    guardOf(through)?.names ? firstCertificate - through : graph.owner(through);

  function admits(comer: number, gate: number): number {
    if (comer > firstCertificate) return comesTo(comer, gate);
    const through = firstCertificate - comer;
    const gap = principalGap(through, gate < 0 ? null : guards.get(accessGuards.guard(gate)));
    const own = gap ? stateCost(gap.state) : 0;
    const more = own < 0 ? -1 : comesTo(graph.owner(through), gate);
    return more < 0 ? -1 : own + more;
  }

  const pairing = { sourceOf, guardOf: accessGuards.of, passCost: admits };
  return {
    surcharge,
    reachCost: (from, edge) => comesTo(from, accessGuards.of(edge)),
    reachOf,
    certificateProblem: (through, edge) =>
      validityGap(through) ?? principalGap(through, guardOf(edge)),
    edgePairs: kept("edge pairs", () =>
      createEdgePairs(graph, { ...pairing, surcharge: which.withRefuted ? surcharge : lasting }),
    ),
    reachStates,
    stateCost,
  };
}

/** In place of a surcharge. */
const [unknown, dated] = [-2, -3];
/** Below all slots of hosts. */
const firstCertificate = -2;
const gap = (state: Reach["state"], why: string): Reach => ({ state, why, proof: null });

function validityGapOf({ validAfter, validBefore }: Guard, now: number): Reach | null {
  if (validBefore !== null && validBefore <= now)
    return gap("refuted", "the certificate has expired");
  if (validAfter !== null && validAfter > now)
    return gap("refuted", "the certificate is not valid yet");
  return null;
}

function principalGapOf(
  held: ReadonlySet<string>,
  asked: ReadonlySet<string> | null,
): Reach | null {
  if (held.size === 0) return gap("inferred", "the certificate names no principal");
  const isNamed = [...held].some((name) => asked?.has(name));
  return isNamed ? null : gap("refuted", `the certificate is for ${[...held].join(", ")}`);
}
