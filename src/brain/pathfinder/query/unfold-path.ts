import type { FoundPath } from "../search/types.ts";
import type { Carried } from "./find-carried.ts";

type Step = FoundPath["steps"][number];

/** A step from one node of the estate to another. */
export interface Move extends Step {
  before: number;
}

/** A path with the ways to what is carried along it, and without virtual nodes. */
export interface UnfoldedPath {
  moves: Move[];
  /** With the cost of these ways, even if they share steps with the path. */
  cost: number;
}

/** The way to what a move carries comes before that move, unless the path has been there. */
export function unfoldPath(
  path: FoundPath,
  { nodes, wayFor }: { nodes: number; wayFor?: Carried["wayFor"] },
): UnfoldedPath {
  const visited = new Set([path.start]);
  const moves: Move[] = [];
  let { cost } = path;
  follow(path);
  return { moves, cost };

  function follow({ start, steps }: FoundPath): void {
    let before = start;
    for (const step of steps) {
      if (step.node >= nodes) continue;
      if (!visited.has(step.node)) {
        const move = { ...step, before };
        addWay(wayFor?.(move));
        visited.add(step.node);
        moves.push(move);
      }
      before = step.node;
    }
  }

  function addWay(way: FoundPath | undefined): void {
    if (!way || visited.has(way.steps.at(-1)?.node ?? way.start)) return;
    cost += way.cost;
    follow(way);
  }
}
