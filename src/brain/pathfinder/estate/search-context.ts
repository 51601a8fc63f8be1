import type { FactRule } from "../rules/edge-rule.ts";
import type { Budget, PathRequest } from "../types.ts";
import type { EstateGraph } from "./estate-graph.ts";
import type { Places } from "./places.ts";
import { createSearchWalk, type SearchWalk } from "./search-walk.ts";
import { createUnfold, type Unfold } from "./unfold.ts";

/** One request, as all that answers it needs it. */
export interface SearchContext {
  estate: EstateGraph;
  facts: FactRule[];
  request: PathRequest;
  nowMs: number;
  budget: Budget;
  avoid: Places[];
  via: Places[];
}

export interface WalkChoice {
  ends: readonly number[];
  without?: readonly Places[];
  withRefuted?: boolean;
  withServices?: boolean;
}

/** A walk of the request's, with what tells its paths. */
export interface ToldWalk extends SearchWalk {
  unfold: Unfold;
  /** Moves of one path at most, as this walk counts them. */
  maxMoves: number;
  /** Moves between accounts: what is passed on the network counts for nothing. */
  countMoves(moves: readonly { node: number }[]): number;
  /** Whether a path is no longer than was asked for, moves between accounts being counted. */
  isShortEnough(moves: readonly { node: number }[]): boolean;
}

export function toldWalk(context: SearchContext, choice: WalkChoice): ToldWalk {
  const { estate, facts, request, nowMs } = context;
  const { without = [], withRefuted = false, withServices = false, ends } = choice;
  const { agentIds, question } = request;
  const walk = createSearchWalk({
    estate,
    nowMs,
    agentIds,
    ends,
    without,
    withRefuted,
    withServices,
    countsMoves: question.max_hops !== undefined,
  });
  const most = Math.min(question.max_hops ?? request.maxMoves, request.maxMoves);
  const countMoves: ToldWalk["countMoves"] = (moves) =>
    moves.filter(({ node }) => node < estate.graph.nodes).length;
  return {
    ...walk,
    unfold: createUnfold({ estate, passage: walk.passage, facts }),
    maxMoves: most * walk.networkMoves,
    countMoves,
    isShortEnough: (moves) => countMoves(moves) <= most,
  };
}
