import type { GraphParts } from "../model/graph-parts.ts";
import type { PathsFound } from "../search/k-best-paths.ts";
import type { CutShort, FoundPath } from "../search/types.ts";

type Search = (starts: readonly number[], ends: readonly number[], k: number) => PathsFound;

export interface ViaRequest {
  starts: readonly number[];
  /** Passed in this order, each at any of its nodes. */
  stops: readonly GraphParts[];
  ends: readonly number[];
  k: number;
}

/**
 * Joins the cheapest paths between stops into the cheapest paths over all of them, without loops.
 */
export function pathsVia(search: Search, { starts, stops, ends, k }: ViaRequest): PathsFound {
  let cutShort: CutShort | null = null;
  const legs = (from: readonly number[], to: readonly number[]): FoundPath[] => {
    const found = search(from, to, k);
    cutShort ??= found.cutShort;
    return found.paths;
  };
  let paths: FoundPath[] = starts.map((start) => ({ start, cost: 0, steps: [] }));
  for (const target of [...stops.map(({ nodes }) => [...nodes]), ends])
    paths = cheapest(longer(paths, target, legs), k);
  return { paths, cutShort };
}

function longer(
  paths: FoundPath[],
  target: readonly number[],
  legs: (from: readonly number[], to: readonly number[]) => FoundPath[],
): FoundPath[] {
  const isThere = new Set(target);
  const arrived = paths.filter((path) => isThere.has(lastOf(path)));
  const open = paths.filter((path) => !isThere.has(lastOf(path)));
  // The first leg searches from all starts at once.
  if (open.every(({ steps }) => steps.length === 0))
    return [...arrived, ...legs(open.map(lastOf), target)];
  const byNode = new Map(open.map((path) => [lastOf(path), [] as FoundPath[]]));
  for (const node of byNode.keys()) byNode.set(node, legs([node], target));
  const joined = open.flatMap((path) =>
    (byNode.get(lastOf(path)) ?? []).map(({ cost, steps }) => ({
      start: path.start,
      cost: path.cost + cost,
      steps: [...path.steps, ...steps],
    })),
  );
  return [...arrived, ...joined.filter(isSimple)];
}

const lastOf = ({ start, steps }: FoundPath) => steps.at(-1)?.node ?? start;

function isSimple({ start, steps }: FoundPath): boolean {
  return new Set([start, ...steps.map(({ node }) => node)]).size === steps.length + 1;
}

const cheapest = (paths: FoundPath[], k: number) =>
  paths.sort((a, b) => a.cost - b.cost || a.steps.length - b.steps.length).slice(0, k);
