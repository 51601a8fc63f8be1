import type { FoundPath } from "./types.ts";

/** A path with its cumulative cost after each step. */
export interface CostedPath extends FoundPath {
  costs: number[];
}

export function withoutCosts({ start, cost, steps }: CostedPath): FoundPath {
  return { start, cost, steps };
}

export function nodesOf({ start, steps }: FoundPath): number[] {
  return [start, ...steps.map(({ node }) => node)];
}

/** The first `count` steps of `path`. */
export function firstSteps({ start, steps, costs }: CostedPath, count: number): CostedPath {
  return {
    start,
    cost: costs[count - 1] ?? 0,
    steps: steps.slice(0, count),
    costs: costs.slice(0, count),
  };
}

/** Joins two paths; `rest` starts at the end of `first`. */
export function joinPaths(first: CostedPath, rest: CostedPath): CostedPath {
  return {
    start: first.start,
    cost: first.cost + rest.cost,
    steps: [...first.steps, ...rest.steps],
    costs: [...first.costs, ...rest.costs.map((cost) => first.cost + cost)],
  };
}
