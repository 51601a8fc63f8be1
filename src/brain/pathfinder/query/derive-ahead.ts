import type { WalkGraph } from "../graph/walk-graph.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { Budget } from "../search/types.ts";
import { createSearchWalk } from "../traversal/search-walk.ts";

/** Derives what searches would derive, until the deadline; whether there is more to derive. */
export type DeriveAhead = (budget: Pick<Budget, "deadlineMs" | "nowMs">) => boolean;

/**
 * What searches use is derived where the first of them gets, which takes it several times as long as
 * the next: this goes through the steps out of all nodes and into them.
 */
export function createDeriveAhead(estate: EstateGraph): DeriveAhead {
  let walk: WalkGraph | null = null;
  let revision = -1;
  let next = 0;

  /** The steps of the estate as it is now, from the first node on if it has changed. */
  function currentWalk(nowMs: number): WalkGraph {
    if (walk && revision === estate.changes.revision) return walk;
    revision = estate.changes.revision;
    next = 0;
    walk = createSearchWalk({ estate, nowMs, ...everything }).graph;
    return walk;
  }

  return ({ deadlineMs, nowMs }) => {
    const { nodes, outgoing, incoming } = currentWalk(nowMs());
    for (; next < nodes && nowMs() < deadlineMs; next++) {
      outgoing(next, ignore, isWorth);
      incoming(next, ignore, isWorth);
    }
    return next < nodes;
  };
}

const everything = {
  agentIds: null,
  ends: [],
  without: [],
  withRefuted: false,
  onlyProven: false,
  withServices: false,
};
const ignore = () => undefined;
const isWorth = () => true;
