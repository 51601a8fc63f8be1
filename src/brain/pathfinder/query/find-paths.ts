import type { GraphParts } from "../model/graph-parts.ts";
import type { Path } from "../model/types.ts";
import { kBestPaths, type PathsFound } from "../search/k-best-paths.ts";
import type { CutShort, FoundPath } from "../search/types.ts";
import { pathsVia } from "./paths-via.ts";
import { createExplainedWalk, type ExplainedWalk, type SearchContext } from "./search-context.ts";

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

/** Finds the cheapest paths and explains their hops. */
export function findPaths(context: SearchContext, request: FindPathsRequest): ExplainedPaths {
  const { starts, ends, k } = request;
  if (starts.length === 0 || ends.length === 0) return none;
  const walk = createExplainedWalk(context, { ...request, ends: [...starts, ...ends] });
  const found = searchPaths(context, walk, request);
  const paths = found.paths
    .map(walk.explain.path)
    .filter(({ hops }) => request.withRefuted || hops.every(({ state }) => state !== "refuted"));
  return { paths: paths.slice(0, k), cutShort: found.cutShort };
}

function searchPaths(
  context: SearchContext,
  walk: ExplainedWalk,
  request: FindPathsRequest,
): PathsFound {
  const { budget, via } = context;
  const isEnd = new Set(request.ends);
  const starts = request.starts.filter((node) => !isEnd.has(node));
  const { graph, maxSteps } = walk;
  const search = (from: readonly number[], to: readonly number[], k: number) =>
    kBestPaths(graph, { starts: from, ends: to, k, maxSteps, budget });
  const stops = via.filter(({ nodes }) => nodes.size > 0);
  const over = via.filter(({ nodes }) => nodes.size === 0);
  const k = over.length > 0 ? request.k * pathsExaminedPerResult : request.k;
  const found =
    stops.length > 0
      ? pathsVia(search, { starts, stops, ends: request.ends, k })
      : search(starts, request.ends, k);
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
