import type { EdgePairs, Side } from "../graph/edge-pairs.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { Guard } from "../model/guard-table.ts";
import { checkReach } from "../reachability/check-reach.ts";
import { type Reach, reachStates as statesByCode } from "../reachability/reach.ts";
import type { ReachStates } from "../reachability/reach-states.ts";
import type { EdgeState } from "../rules/edge-rule.ts";
import { principalProblem, validityProblem } from "./certificate-checks.ts";
import { derivedStates } from "./derived-states.ts";
import { edgeCodes, partsOf, timeBound } from "./edge-states.ts";
import { partsOfPass, passCodes } from "./passes.ts";

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
  /** What is read at a transit node opens these edges; an access guard decides about each. */
  usesOf(transit: number): Side;
  /** The cost of reaching the port of the edge's host, from a host by slot (-1: the internet). */
  reachCost(from: number, edge: number): number;
  /** The check behind `reachCost` with its reason and proof; also for an edge without a port. */
  reachOf(from: number, edge: number): Reach;
  /** Whether the edge leads to a port by itself: its cost includes reaching it. */
  leadsToPort(edge: number): boolean;
  reachStates: ReachStates;
  /** The cost of an edge or a route in this state. */
  stateCost(state: EdgeState): number;
  /** The cost of a code of `reachStates`. */
  costOfCode(code: number): number;
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

const clear: Reach = { state: "proven", why: null, proof: null };

export function createTraversal({ estate, nowMs, ...which }: TraversalTerms): Traversal {
  const { graph, guards, index, hostAt } = estate;
  const { reachStates, edgeStates, passes, pairs } = derivedStates(estate);
  const { accessGuards } = reachStates;
  const costOf = createStateCost(which);
  const codeCosts = statesByCode.map(costOf);
  const edgeCosts = table(edgeCodes, (code) => {
    const { own, reach } = partsOf(code);
    return [costOf(own), codeCosts[reach]!];
  });
  const passCosts = table(passCodes, (code) => partsOfPass(code).map((part) => codeCosts[part]!));

  const guardOf = (edge: number): Guard | null =>
    graph.guard(edge) < 0 ? null : guards.get(graph.guard(edge));

  function reachOf(from: number, edge: number): Reach {
    const guard = guardOf(edge);
    const to = hostAt(estate.hostOfPort(edge))?.network;
    if (!guard || !to) return clear;
    const who = from < 0 ? null : (hostAt(from)?.network ?? null);
    return checkReach({ from: who, to, guard, isUniqueSubnet: index.isUniqueSubnet });
  }

  function reachCost(from: number, edge: number): number {
    const access = accessGuards.of(edge);
    return access < 0 ? 0 : codeCosts[reachStates.codeOf(from, access)]!;
  }

  /** The certificate's validity at the time of the search. */
  function invalidity(through: number): Reach | null {
    const held = guardOf(through);
    return held?.names ? validityProblem(held, nowMs / 1_000) : null;
  }

  /** The certificate's principals against those that the edge accepts. */
  function certificateProblem(through: number, edge: number): Reach | null {
    const held = guardOf(through)?.names;
    const named = held ? principalProblem(held, guardOf(edge)?.names ?? null) : null;
    return invalidity(through) ?? named;
  }

  function surcharge(edge: number): number {
    const code = edgeStates.codeOf(edge);
    const cost = edgeCosts[code & ~timeBound]!;
    if (code < timeBound || cost < 0) return cost;
    const refusal = invalidity(edge);
    return sum([cost, refusal ? costOf(refusal.state) : 0]);
  }

  const passCost = (source: number, access: number) => passCosts[passes.codeOf(source, access)]!;

  return {
    surcharge,
    reachCost,
    reachOf,
    leadsToPort: edgeStates.leadsToPort,
    certificateProblem,
    usesOf: pairs.outward,
    unguardedPairs: pairs.all({ surcharge, passCost: () => 0 }),
    edgePairs: which.withRefuted
      ? pairs.all({ surcharge, passCost })
      : pairs.listed(
          table(edgeCodes * passCodes, (code) => [
            edgeCosts[Math.floor(code / passCodes)]!,
            passCosts[code % passCodes]!,
          ]),
        ),
    reachStates,
    stateCost: costOf,
    costOfCode: (code) => codeCosts[code]!,
  };
}

type StateCost = (state: EdgeState) => number;

function createStateCost({
  withRefuted,
  onlyProven,
}: Pick<TraversalTerms, "withRefuted" | "onlyProven">): StateCost {
  return (state) => {
    if (state === "refuted") return withRefuted ? refutedCost : -1;
    if (state === "absent") return withRefuted ? absentCost : -1;
    return onlyProven && state !== "proven" ? -1 : stateCosts[state];
  };
}

/** The costs of codes, each given by its parts; -1 if one of them is. */
const table = (size: number, partsOfCode: (code: number) => number[]) =>
  Int32Array.from({ length: size }, (_, code) => sum(partsOfCode(code)));

const sum = (costs: readonly number[]) =>
  costs.some((cost) => cost < 0) ? -1 : costs.reduce((total, cost) => total + cost, 0);
