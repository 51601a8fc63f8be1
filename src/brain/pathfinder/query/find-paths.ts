import type { WalkGraph } from "../graph/walk-graph.ts";
import type { GraphParts } from "../model/graph-parts.ts";
import type { Path } from "../model/types.ts";
import { isProven } from "../report/is-proven.ts";
import { kBestPaths, type PathsFound } from "../search/k-best-paths.ts";
import type { CutShort, FoundPath } from "../search/types.ts";
import { withCarried } from "../traversal/carried-steps.ts";
import { type Carried, findCarried, findCarrying, mayCarryTo } from "./find-carried.ts";
import { pathsVia } from "./paths-via.ts";
import { createExplainedWalk, type ExplainedWalk, type SearchContext } from "./search-context.ts";
import { unfoldPath } from "./unfold-path.ts";

export interface FindPathsRequest {
  starts: readonly number[];
  ends: readonly number[];
  k: number;
  without?: readonly GraphParts[];
  withRefuted?: boolean;
  onlyProven?: boolean;
}

export interface ExplainedPaths {
  paths: Path[];
  cutShort: CutShort | null;
}

const none: ExplainedPaths = { paths: [], cutShort: null };
/** Paths to examine for each one wanted, if paths have to use certain edges. */
const pathsExaminedPerResult = 20;

/**
 * Finds the cheapest paths and explains their hops. What is carried to another host is only
 * considered if no path is certain without, and if there are paths, only for one that is certain.
 */
export function findPaths(context: SearchContext, request: FindPathsRequest): ExplainedPaths {
  if (request.starts.length === 0 || request.ends.length === 0) return none;
  const startedMs = context.budget.nowMs();
  const isEnd = new Set(request.ends);
  const starts = request.starts.filter((node) => !isEnd.has(node));
  const search: Search = {
    context,
    request: { ...request, starts },
    walk: createExplainedWalk(context, { ...request, ends: [...starts, ...request.ends] }),
  };
  const found = searchPaths(search, { starts, graph: search.walk.graph });
  const direct = explained(search, found);
  if (request.withRefuted || direct.paths.some(isProven)) return direct;
  if (direct.paths.length > 0 && context.via.length === 0)
    return cheapest([direct, findOneCarrying(onlyProven(search, startedMs))], request.k);
  const further = direct.paths.length > 0 ? onlyProven(search, startedMs) : search;
  if (!mayCarryTo(further.context, further.walk, { starts, ends: request.ends })) return direct;
  const { each, cutShort } = findCarried(further.context, further.walk, starts);
  const carried = each.map((one) => findWithCarried(further, one));
  return cheapest([direct, ...carried, { paths: [], cutShort }], request.k);
}

interface Search {
  context: SearchContext;
  request: FindPathsRequest;
  walk: ExplainedWalk;
}

/**
 * Until when a certain path by carrying something is looked for if there are others, after the start
 * of the search, and how long at least; in ms.
 */
const [furtherMs, leastFurtherMs] = [300, 100];

function onlyProven({ context: { budget, ...rest }, request }: Search, startedMs: number): Search {
  const ends = [...request.starts, ...request.ends];
  const latestMs = Math.max(startedMs + furtherMs, budget.nowMs() + leastFurtherMs);
  const deadlineMs = Math.min(budget.deadlineMs, latestMs);
  const context = { ...rest, budget: { ...budget, deadlineMs } };
  const walk = createExplainedWalk(context, { ...request, ends, onlyProven: true });
  return { context, request, walk };
}

/** One path with something carried along. */
function findOneCarrying(search: Search): ExplainedPaths {
  const { context, request, walk } = search;
  const { path, wayFor, cutShort } = findCarrying(context, walk, request);
  return explained(search, { paths: path ? [path] : [], cutShort }, wayFor);
}

/** The paths that use something elsewhere than where it was read. */
function findWithCarried(search: Search, { starts, steps, wayFor }: Carried): ExplainedPaths {
  const { context, walk } = search;
  const found = searchPaths(search, { starts, graph: withCarried(walk.graph, steps) });
  const { nodes } = context.estate.graph;
  const isCarried = (path: FoundPath) => {
    const { moves } = unfoldPath(path, { nodes, wayFor });
    return moves.length <= walk.maxSteps && moves.some(wayFor);
  };
  return explained(search, { ...found, paths: found.paths.filter(isCarried) }, wayFor);
}

function explained(
  { walk, request }: Search,
  { paths, cutShort }: PathsFound,
  wayFor?: Carried["wayFor"],
): ExplainedPaths {
  const all = paths
    .map((path) => walk.explain.path(path, wayFor))
    .filter(({ hops }) => request.withRefuted || hops.every(({ state }) => state !== "refuted"));
  return { paths: all.slice(0, request.k), cutShort };
}

function cheapest(found: ExplainedPaths[], k: number): ExplainedPaths {
  const paths = found.flatMap((one) => one.paths).sort((a, b) => a.cost - b.cost);
  return {
    paths: paths.slice(0, k),
    cutShort: found.find(({ cutShort }) => cutShort)?.cutShort ?? null,
  };
}

function searchPaths(
  { context, request, walk: { maxSteps } }: Search,
  { starts, graph }: { starts: readonly number[]; graph: WalkGraph },
): PathsFound {
  const { budget, via } = context;
  const find = (from: readonly number[], to: readonly number[], k: number) =>
    kBestPaths(graph, { starts: from, ends: to, k, maxSteps, budget });
  const stops = via.filter(({ nodes }) => nodes.size > 0);
  const over = via.filter(({ nodes }) => nodes.size === 0);
  const k = over.length > 0 ? request.k * pathsExaminedPerResult : request.k;
  const found =
    stops.length > 0
      ? pathsVia(find, { starts, stops, ends: request.ends, k })
      : find(starts, request.ends, k);
  const paths = found.paths.filter((path) =>
    over.every((parts) => usesParts(context, path, parts)),
  );
  return { ...found, paths };
}

function usesParts(
  { estate: { graph } }: SearchContext,
  { steps }: FoundPath,
  parts: GraphParts,
): boolean {
  const isPart = (edge: number) =>
    edge >= 0 && edge < graph.edges && (parts.edges.has(edge) || parts.rules.has(graph.rule(edge)));
  return steps.some(({ edge, through }) => isPart(edge) || isPart(through));
}
