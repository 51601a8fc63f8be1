import type { WalkGraph } from "../graph/walk-graph.ts";
import { createFindCheapest } from "./cheapest-path.ts";
import { type CostedPath, joinPaths, withoutCosts } from "./costed-path.ts";
import { createMeter, type Meter } from "./meter.ts";
import { type Detour, detoursOf, restrictGraph } from "./restricted-graph.ts";
import type { Budget, CutShort, FoundPath } from "./types.ts";

export interface PathsRequest {
  starts: readonly number[];
  ends: readonly number[];
  /** Paths at most. */
  k: number;
  /** Steps of one path at most. */
  maxSteps: number;
  budget: Budget;
}

export interface PathsFound {
  /** Cheapest first; cheaper ones may be missing if the search was cut short. */
  paths: FoundPath[];
  cutShort: CutShort | null;
}

interface Candidate {
  detour: Detour;
  /** A lower bound of the cost of its cheapest path. */
  cost: number;
  /** Null until it has been searched for. */
  path: CostedPath | null;
}

/**
 * The k cheapest simple paths that touch `starts` only at their beginning and `ends` only at their
 * end, no two over the same nodes: Yen's algorithm with Lawler's partition. Each part is searched
 * from both sides, and only when no known path is as cheap as that part's lower bound.
 */
export function kBestPaths(graph: WalkGraph, request: PathsRequest): PathsFound {
  const meter = createMeter(request.budget);
  const find = createFindOnDetour(graph, { ...request, meter });
  const paths: FoundPath[] = [];
  const whole: Detour = { prefix: null, forbidden: new Set() };
  const open: Candidate[] = [{ detour: whole, cost: 0, path: null }];
  while (paths.length < request.k && open.length > 0) {
    const { detour, cost, path } = takeCheapest(open);
    if (path) {
      paths.push(withoutCosts(path));
      open.push(...detoursOf(path, detour).map((next) => ({ detour: next, cost, path: null })));
    } else if (meter.cutShort === null) {
      const found = find(detour, costToBeat(open, request.k - paths.length));
      if (found) open.push({ detour, cost: found.cost, path: found });
    }
  }
  return { paths, cutShort: meter.cutShort };
}

/** Among equal costs the one with the fewest steps; a part not yet searched comes last. */
function takeCheapest(open: Candidate[]): Candidate {
  const stepsOf = ({ path }: Candidate) => path?.steps.length ?? Number.POSITIVE_INFINITY;
  let best = 0;
  for (const [at, one] of open.entries()) {
    const than = open[best]!;
    if (one.cost < than.cost || (one.cost === than.cost && stepsOf(one) < stepsOf(than))) best = at;
  }
  return open.splice(best, 1)[0]!;
}

/** A path has to cost less than this to be among the `count` cheapest still to come. */
function costToBeat(open: Candidate[], count: number): number {
  const costs = open.flatMap(({ path }) => path?.cost ?? []).sort((a, b) => a - b);
  return costs[count - 1] ?? Number.POSITIVE_INFINITY;
}

function countSteps({ firstVirtual }: WalkGraph, { steps }: FoundPath): number {
  return steps.filter(({ node }) => node < firstVirtual).length;
}

type Search = Omit<PathsRequest, "k" | "budget"> & { meter: Meter };

/** Finds the cheapest path of a detour within the step limit that costs less than `below`. */
function createFindOnDetour(
  graph: WalkGraph,
  { starts, ends, maxSteps, meter }: Search,
): (detour: Detour, below: number) => CostedPath | null {
  const restricted = restrictGraph(graph, { starts, ends });
  const findCheapest = createFindCheapest(graph.nodes);
  return (detour, below) => {
    const sources = restricted.enter(detour);
    const { prefix } = detour;
    const rest = findCheapest(restricted.graph, {
      starts: sources,
      ends,
      below: below - (prefix?.cost ?? 0),
      maxSteps: maxSteps - (prefix ? countSteps(graph, prefix) : 0),
      meter,
    });
    return rest && prefix ? joinPaths(prefix, rest) : rest;
  };
}
