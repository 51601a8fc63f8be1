import type { EstateGraph } from "../model/estate-graph.ts";
import type { GraphParts } from "../model/graph-parts.ts";
import type { PathRequest } from "../model/types.ts";
import type { FactRule } from "../rules/edge-rule.ts";
import type { Budget } from "../search/types.ts";
import { createSearchWalk, type SearchWalk } from "../traversal/search-walk.ts";
import { createPathExplainer, type PathExplainer } from "./explain-path.ts";

/** One request with all that its answer needs. */
export interface SearchContext {
  estate: EstateGraph;
  facts: FactRule[];
  request: PathRequest;
  nowMs: number;
  budget: Budget;
  avoid: GraphParts[];
  via: GraphParts[];
}

export interface WalkChoice {
  ends: readonly number[];
  without?: readonly GraphParts[];
  withRefuted?: boolean;
  onlyProven?: boolean;
  withServices?: boolean;
}

/** A walk of the request, with an explainer for its paths. */
export interface ExplainedWalk extends SearchWalk {
  explain: PathExplainer;
  /** Steps of one path at most. */
  maxSteps: number;
}

export function createExplainedWalk(context: SearchContext, choice: WalkChoice): ExplainedWalk {
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
    explain: createPathExplainer({ estate, traversal: walk.traversal, facts }),
    maxSteps: Math.min(question.max_hops ?? request.maxSteps, request.maxSteps),
  };
}
