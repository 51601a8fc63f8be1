import type { GraphParts } from "../model/graph-parts.ts";
import type { Way } from "../model/types.ts";
import { kBestPaths, type PathsFound } from "../search/k-best-paths.ts";
import type { CutShort, FoundPath } from "../search/types.ts";
import { pathsVia } from "./paths-via.ts";
import { type SearchContext, type ToldWalk, toldWalk } from "./search-context.ts";

export interface WaysRequest {
  starts: readonly number[];
  ends: readonly number[];
  k: number;
  without?: readonly GraphParts[];
  withRefuted?: boolean;
  onlyProven?: boolean;
}

export interface WaysFound {
  ways: Way[];
  cutShort: CutShort | null;
}

const none: WaysFound = { ways: [], cutShort: null };
/** Of ways that have to go over certain edges, how many others are looked at for each. */
const othersPerWay = 20;

/** The cheapest ways, told. */
export function findWays(context: SearchContext, request: WaysRequest): WaysFound {
  const { starts, ends, k } = request;
  if (starts.length === 0 || ends.length === 0) return none;
  const walk = toldWalk(context, { ...request, ends: [...starts, ...ends] });
  const { paths, cutShort } = pathsOf(context, walk, request);
  const ways = paths
    .map(walk.unfold.way)
    .filter(({ hops }) => request.withRefuted || hops.every(({ state }) => state !== "refuted"));
  return { ways: ways.slice(0, k), cutShort };
}

function pathsOf(context: SearchContext, walk: ToldWalk, request: WaysRequest): PathsFound {
  const { budget, via } = context;
  const isEnd = new Set(request.ends);
  const starts = request.starts.filter((node) => !isEnd.has(node));
  const { graph, maxMoves } = walk;
  const search = (from: readonly number[], to: readonly number[], k: number) =>
    kBestPaths(graph, { starts: from, ends: to, k, maxMoves, budget });
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
  { moves }: FoundPath,
  places: GraphParts,
): boolean {
  const isMeant = (edge: number) =>
    edge >= 0 &&
    edge < graph.edges &&
    (places.edges.has(edge) || places.rules.has(graph.rule(edge)));
  return moves.some(({ edge, through }) => isMeant(edge) || isMeant(through));
}
