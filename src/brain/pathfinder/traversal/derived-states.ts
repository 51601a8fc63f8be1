import { createPairTable, type PairTable } from "../graph/edge-pairs.ts";
import { createDerivedCache } from "../model/derived-cache.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import { reachCodes } from "../reachability/reach.ts";
import { createReachStates, type ReachStates } from "../reachability/reach-states.ts";
import { createEdgeStates, type EdgeStates, partsOf, timeBound } from "./edge-states.ts";
import { createPasses, type Passes, partsOfPass, passCodes } from "./passes.ts";

/** The states of edges and of pairs of edges: all searches share them. */
export interface DerivedStates {
  reachStates: ReachStates;
  edgeStates: EdgeStates;
  passes: Passes;
  pairs: PairTable;
}

/** What is derived from an estate, mended for the hosts that have changed. */
export const derivedStates = createDerivedCache<DerivedStates>({
  make: createDerivedStates,
  mend({ reachStates, edgeStates, pairs }, changes) {
    if (!reachStates.mend(changes)) return false;
    for (const change of changes) {
      edgeStates.forget(change.edges);
      pairs.forget(change);
    }
    return true;
  },
});

export function createDerivedStates(estate: EstateGraph): DerivedStates {
  const reachStates = createReachStates(estate);
  const edgeStates = createEdgeStates(estate, reachStates);
  const passes = createPasses(estate, reachStates);
  return { reachStates, edgeStates, passes, pairs: createPairTable(estate.graph, pairRules()) };

  /** Only pairs that hold somebody's way open are listed: the others are too many. */
  function pairRules() {
    return {
      codeOf(edge: number) {
        const code = edgeStates.codeOf(edge) & ~timeBound;
        const { own, reach } = partsOf(code);
        const isRefused = own === "refuted" || own === "absent" || reach === reachCodes.refuted;
        return isRefused ? -1 : code;
      },
      sourceOf: passes.sourceOf,
      guardOf: passes.guardOf,
      passCode(source: number, access: number) {
        const code = passes.codeOf(source, access);
        return partsOfPass(code).includes(reachCodes.refuted) ? -1 : code;
      },
      passCodes,
    };
  }
}
