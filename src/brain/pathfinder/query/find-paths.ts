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
/** Of paths that have to go over certain edges, how many others are looked at for each. */
const othersPerWay = 20;

/** The cheapest paths, told. */
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
  const k = over.length > 0 ? request.k * othersPerWay : request.k;
  const found =
    stops.length > 0
      ? pathsVia(search, { starts, stops, ends: request.ends, k })
      : search(starts, request.ends, k);
  const paths = found.paths.filter((path) =>
    over.every((places) => goesOver(context, path, places)),
  );
  return { ...found, paths };
}

function goesOver(
  { estate: { graph } }: SearchContext,
  { steps }: FoundPath,
  places: GraphParts,
): boolean {
  const isMeant = (edge: number) =>
    edge >= 0 &&
    edge < graph.edges &&
    (places.edges.has(edge) || places.rules.has(graph.rule(edge)));
  return steps.some(({ edge, through }) => isMeant(edge) || isMeant(through));
}
