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
  /** Moves on one path at most. */
  maxSteps: number;
  budget: Budget;
}

export interface PathsFound {
  /** Cheapest first; where the search was cut short, cheaper ones may be missing. */
  paths: FoundPath[];
  cutShort: CutShort | null;
}

interface Candidate {
  detour: Detour;
  /** What its cheapest path costs at least. */
  cost: number;
  /** Null until it is looked for. */
  path: CostedPath | null;
}

/**
 * The k cheapest simple paths that touch `starts` only where they begin and `ends` only where they
 * end, no two over the same nodes: Yen's algorithm as Lawler split it, each part searched from
 * both sides, and only once no known path is as cheap as that part's may be.
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

/** Of equally cheap ones that of fewest steps; one that is still looked for may have any number. */
function takeCheapest(open: Candidate[]): Candidate {
  const movesOf = ({ path }: Candidate) => path?.steps.length ?? Number.POSITIVE_INFINITY;
  let best = 0;
  for (const [at, one] of open.entries()) {
    const than = open[best]!;
    if (one.cost < than.cost || (one.cost === than.cost && movesOf(one) < movesOf(than))) best = at;
  }
  return open.splice(best, 1)[0]!;
}

/** What a path has to cost less than to be among the `count` cheapest of those that are still to come. */
function costToBeat(open: Candidate[], count: number): number {
  const costs = open.flatMap(({ path }) => path?.cost ?? []).sort((a, b) => a - b);
  return costs[count - 1] ?? Number.POSITIVE_INFINITY;
}

function countMoves({ firstVirtual }: WalkGraph, { steps }: FoundPath): number {
  return steps.filter(({ node }) => node < firstVirtual).length;
}

type Search = Omit<PathsRequest, "k" | "budget"> & { meter: Meter };

/** Finds the cheapest path of a detour within the bound on steps, if it costs less than `below`. */
function createFindOnDetour(
  graph: WalkGraph,
  { starts, ends, maxSteps, meter }: Search,
): (detour: Detour, below: number) => CostedPath | null {
  const remainder = restrictGraph(graph, { starts, ends });
  const findCheapest = createFindCheapest(graph.nodes);
  return (detour, below) => {
    const sources = remainder.enter(detour);
    const { prefix } = detour;
    const rest = findCheapest(remainder.graph, {
      starts: sources,
      ends,
      below: below - (prefix?.cost ?? 0),
      maxSteps: maxSteps - (prefix ? countMoves(graph, prefix) : 0),
      meter,
    });
    return rest && prefix ? joinPaths(prefix, rest) : rest;
  };
}
