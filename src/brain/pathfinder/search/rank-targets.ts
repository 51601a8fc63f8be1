import type { WalkGraph } from "../graph/walk-graph.ts";
import { fewestStepsFrom } from "./fewest-steps.ts";
import { reachFrom } from "./find-reachable.ts";
import { createMeter } from "./meter.ts";
import { reverseGraph } from "./reverse-graph.ts";
import type { Budget, CutShort } from "./types.ts";

export interface RankRequest {
  /** Where the cheapest ways are from. */
  entries: readonly number[];
  /** What is ranked, each a few nodes of which any counts. */
  endGroups: readonly (readonly number[])[];
  /** What is counted for the first ones: those groups of which any node gets there. */
  startGroups: readonly (readonly number[])[];
  /** Whether a start group is counted for an end group, both by their index. */
  counts(startGroup: number, endGroup: number): boolean;
  /** How many of the first ones. */
  top: number;
  maxSteps: number;
  budget: Budget;
}

export interface Ranked {
  /** Index of the end group. */
  endGroup: number;
  /** Of the cheapest way from an entry; null: there is none. */
  cost: number | null;
  /** Start groups that get there; null where they weren't counted. */
  startGroups: number | null;
}

export interface Ranking {
  /** Cheapest to get to first; of the first ones those that more get to. */
  ranked: Ranked[];
  cutShort: CutShort | null;
}

export function rankTargets(graph: WalkGraph, request: RankRequest): Ranking {
  const { entries, endGroups, top, maxSteps, budget } = request;
  const reached = reachFrom(graph, entries, { maxSteps, budget });
  const byCost = endGroups
    .map((nodes, endGroup) => ({ endGroup, cost: lowest(nodes.map(reached.costOf)) }))
    .sort((a, b) => costOrLast(a.cost) - costOrLast(b.cost));
  const counter = createCounter(graph, request);
  const ranked = byCost.map((one, at) => ({
    ...one,
    startGroups: at < top && one.cost !== null ? counter.count(one.endGroup) : null,
  }));
  ranked.sort(
    (a, b) =>
      costOrLast(a.cost) - costOrLast(b.cost) || (b.startGroups ?? -1) - (a.startGroups ?? -1),
  );
  return { ranked, cutShort: reached.cutShort ?? counter.cutShort() };
}

const costOrLast = (cost: number | null) => cost ?? Number.MAX_SAFE_INTEGER;

function lowest(costs: number[]): number | null {
  const known = costs.filter((cost) => cost >= 0);
  return known.length > 0 ? Math.min(...known) : null;
}

/** Counts the start groups that get to an end group; null once the budget is used up. */
function createCounter(graph: WalkGraph, request: RankRequest) {
  const { endGroups, startGroups, counts, maxSteps, budget } = request;
  const meter = createMeter(budget);
  const against = reverseGraph(graph);
  return {
    cutShort: () => meter.cutShort,
    count(endGroup: number): number | null {
      const starts = endGroups[endGroup]!;
      const moves = fewestStepsFrom(against, { starts, maxSteps, meter });
      if (meter.cutShort) return null;
      return startGroups.filter(
        (nodes, startGroup) =>
          counts(startGroup, endGroup) && nodes.some((node) => moves[node]! >= 0),
      ).length;
    },
  };
}
