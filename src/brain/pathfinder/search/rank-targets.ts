import type { WalkGraph } from "../graph/walk-graph.ts";
import { fewestStepsFrom } from "./fewest-steps.ts";
import { reachFrom } from "./find-reachable.ts";
import { createMeter } from "./meter.ts";
import { reverseGraph } from "./reverse-graph.ts";
import type { Budget, CutShort } from "./types.ts";

export interface RankRequest {
  /** Where the cheapest paths start. */
  entries: readonly number[];
  /** The targets to rank, each a group of nodes any of which counts. */
  endGroups: readonly (readonly number[])[];
  /** Counted for the first targets: the groups with a node that reaches them. */
  startGroups: readonly (readonly number[])[];
  /** Whether a start group counts for an end group, both by index. */
  counts(startGroup: number, endGroup: number): boolean;
  /** The number of targets to count start groups for. */
  top: number;
  maxSteps: number;
  budget: Budget;
}

export interface Ranked {
  /** Index of the end group. */
  endGroup: number;
  /** Cost of the cheapest path from an entry; null: there is none. */
  cost: number | null;
  /** The number of start groups that reach it; null where they weren't counted. */
  startGroups: number | null;
}

export interface Ranking {
  /** Cheapest to reach first; among equals the one reached by more start groups. */
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

/** Counts the start groups that reach an end group; null once the budget is used up. */
function createCounter(graph: WalkGraph, request: RankRequest) {
  const { endGroups, startGroups, counts, maxSteps, budget } = request;
  const meter = createMeter(budget);
  const against = reverseGraph(graph);
  return {
    cutShort: () => meter.cutShort,
    count(endGroup: number): number | null {
      const starts = endGroups[endGroup]!;
      const steps = fewestStepsFrom(against, { starts, maxSteps, meter });
      if (meter.cutShort) return null;
      return startGroups.filter(
        (nodes, startGroup) =>
          counts(startGroup, endGroup) && nodes.some((node) => steps[node]! >= 0),
      ).length;
    },
  };
}
