import type { Budget, CutShort } from "./types.ts";

/** What a search has looked at, against what it may. */
export interface Meter {
  /** Counts the moves of one node; false from when the budget is used up. */
  spend(moves: number): boolean;
  /** What the search ran into; null as long as it goes on. */
  readonly cutShort: CutShort | null;
}

const movesBetweenLooks = 1_000;
/** Nodes with few moves may have looked at many edges whose guards refused them. */
const nodesBetweenLooks = 50;

export function createMeter({ deadlineMs, nowMs, maxExamined, onProgress }: Budget): Meter {
  let moves = 0;
  let lookAt = 0;
  let nodesLeft = nodesBetweenLooks;
  let cutShort: CutShort | null = null;

  function look(): void {
    lookAt = moves + movesBetweenLooks;
    nodesLeft = nodesBetweenLooks;
    onProgress?.(moves);
    if (nowMs() >= deadlineMs) cutShort = "time";
  }

  return {
    get cutShort() {
      return cutShort;
    },
    spend(more) {
      if (cutShort) return false;
      moves += more;
      nodesLeft--;
      if (moves > maxExamined) cutShort = "moves";
      else if (moves >= lookAt || nodesLeft <= 0) look();
      return cutShort === null;
    },
  };
}
