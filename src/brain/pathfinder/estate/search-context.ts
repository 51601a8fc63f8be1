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
  onlyProven?: boolean;
  withServices?: boolean;
}

/** A walk of the request's, with what tells its paths. */
export interface ToldWalk extends SearchWalk {
  unfold: Unfold;
  /** Moves of one path at most. */
  maxMoves: number;
}

export function toldWalk(context: SearchContext, choice: WalkChoice): ToldWalk {
  const { estate, facts, request, nowMs } = context;
  const { without = [], withServices = false, ends } = choice;
  const { agentIds, question } = request;
  const walk = createSearchWalk({
    estate,
    nowMs,
    agentIds,
    ends,
    without,
    withRefuted: choice.withRefuted ?? false,
    onlyProven: choice.onlyProven ?? false,
    withServices,
  });
  return {
    ...walk,
    unfold: createUnfold({ estate, passage: walk.passage, facts }),
    maxMoves: Math.min(question.max_hops ?? request.maxMoves, request.maxMoves),
  };
}
