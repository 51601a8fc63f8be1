import type { Budget, CutShort } from "./types.ts";

/** Counts what a search has examined against its budget. */
export interface Meter {
  /** Counts the steps of one node; false once the budget is used up. */
  spend(examined: number): boolean;
  /** The limit that the search ran into; null while it is within budget. */
  readonly cutShort: CutShort | null;
}

const stepsBetweenChecks = 1_000;
/** A node with few steps may have had many edges examined that guards refused. */
const nodesBetweenChecks = 50;

export function createMeter({ deadlineMs, nowMs, maxExamined, onProgress }: Budget): Meter {
  let examined = 0;
  let checkAt = 0;
  let nodesLeft = nodesBetweenChecks;
  let cutShort: CutShort | null = null;

  function check(): void {
    checkAt = examined + stepsBetweenChecks;
    nodesLeft = nodesBetweenChecks;
    onProgress?.(examined);
    if (nowMs() >= deadlineMs) cutShort = "time";
  }

  return {
    get cutShort() {
      return cutShort;
    },
    spend(more) {
      if (cutShort) return false;
      examined += more;
      nodesLeft--;
      if (examined > maxExamined) cutShort = "steps";
      else if (examined >= checkAt || nodesLeft <= 0) check();
      return cutShort === null;
    },
  };
}
