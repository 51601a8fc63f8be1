import type { FoundPath } from "./types.ts";

/** A path that knows what it has cost after each of its moves. */
export interface CostedPath extends FoundPath {
  costs: number[];
}

export function plain({ start, cost, moves }: CostedPath): FoundPath {
  return { start, cost, moves };
}

export function nodesOf({ start, moves }: FoundPath): number[] {
  return [start, ...moves.map(({ node }) => node)];
}

/** The first `count` moves of `path`. */
export function beginning({ start, moves, costs }: CostedPath, count: number): CostedPath {
  return {
    start,
    cost: costs[count - 1] ?? 0,
    moves: moves.slice(0, count),
    costs: costs.slice(0, count),
  };
}

/** `rest` begins where `first` ends. */
export function continued(first: CostedPath, rest: CostedPath): CostedPath {
  return {
    start: first.start,
    cost: first.cost + rest.cost,
    moves: [...first.moves, ...rest.moves],
    costs: [...first.costs, ...rest.costs.map((cost) => first.cost + cost)],
  };
}
