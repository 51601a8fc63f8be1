import type { Path } from "../model/types.ts";
import { type Reached, reachInto } from "../search/find-reachable.ts";
import type { CutShort } from "../search/types.ts";
import { findCarried } from "./find-carried.ts";
import { findCarriedInto } from "./find-carried-into.ts";
import { findPaths } from "./find-paths.ts";
import type { ExplainedWalk, SearchContext } from "./search-context.ts";
import { unfoldPath } from "./unfold-path.ts";

/** The nodes that can be reached from some nodes, or from which those can be reached. */
export interface ReachedNodes {
  /** Cheapest first. */
  nodes: readonly number[];
  /** Cost of the cheapest path. */
  costOf(node: number): number;
  /** Steps of that path. */
  stepsOf(node: number): number;
  /** That path; null if it isn't found in time. */
  pathOf(node: number): Path | null;
  cutShort: CutShort | null;
}

/** What is reached with something carried, or at a lower cost. */
interface ByCarrying {
  cost: number;
  steps: number;
  path(): Path | null;
}

/** Everything that can be reached from `starts`, each of them by itself. */
export function reachedFrom(
  context: SearchContext,
  walk: ExplainedWalk,
  starts: readonly number[],
): ReachedNodes {
  const { each, direct, cutShort } = findCarried(context, walk, starts);
  const found = new Map<number, ByCarrying>();
  const known = (node: number) => found.get(node)?.cost ?? direct.costOf(node);
  for (const { reached, wayFor } of each)
    for (const node of reached.nodes) {
      if (known(node) >= 0 && known(node) <= reached.costOf(node)) continue;
      const path = reached.pathOf(node);
      const { nodes } = context.estate.graph;
      const { moves, cost } = unfoldPath(path, { nodes, wayFor });
      if (moves.length > walk.maxSteps || (known(node) >= 0 && known(node) <= cost)) continue;
      found.set(node, { cost, steps: moves.length, path: () => walk.explain.path(path, wayFor) });
    }
  return { ...joined(walk, direct, found), cutShort };
}

/** Everything that can reach one of `ends`. */
export function reachedInto(
  context: SearchContext,
  walk: ExplainedWalk,
  ends: readonly number[],
): ReachedNodes {
  const { budget, avoid: without } = context;
  const direct = reachInto(walk.graph, ends, { maxSteps: walk.maxSteps, budget });
  const { nodes, cutShort } = findCarriedInto(context, walk, direct);
  const found = new Map<number, ByCarrying>();
  for (const { node, cost, steps } of nodes) {
    const path = () => findPaths(context, { starts: [node], ends, k: 1, without }).paths[0] ?? null;
    found.set(node, { cost, steps, path });
  }
  return { ...joined(walk, direct, found), cutShort: direct.cutShort ?? cutShort };
}

function joined(
  { explain }: ExplainedWalk,
  direct: Reached,
  found: ReadonlyMap<number, ByCarrying>,
): Omit<ReachedNodes, "cutShort"> {
  const costOf = (node: number) => found.get(node)?.cost ?? direct.costOf(node);
  const nodes = [...direct.nodes.filter((node) => !found.has(node)), ...found.keys()];
  return {
    nodes: found.size === 0 ? direct.nodes : nodes.sort((a, b) => costOf(a) - costOf(b)),
    costOf,
    stepsOf: (node) => found.get(node)?.steps ?? direct.stepsOf(node),
    pathOf: (node) => {
      const carried = found.get(node);
      return carried ? carried.path() : explain.path(direct.pathOf(node));
    },
  };
}
