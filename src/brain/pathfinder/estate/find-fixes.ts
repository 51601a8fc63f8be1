import { chokePoints } from "../search/choke-points.ts";
import { repairOf, tellHop } from "../tell/tell-hop.ts";
import type { CutShort, Fix } from "../types.ts";
import { type SearchContext, toldWalk } from "./search-context.ts";

export interface FixesFound {
  /** Null where no set of repairs cuts every way, or none was found in time. */
  fixes: Fix[] | null;
  cutShort: CutShort | null;
}

/** The fewest repairs that leave no way between starts and ends. */
export function findFixes(
  context: SearchContext,
  { starts, ends }: { starts: readonly number[]; ends: readonly number[] },
): FixesFound {
  const { estate, avoid, budget } = context;
  const { graph, rules } = estate;
  const isEnd = new Set(ends);
  const outside = starts.filter((node) => !isEnd.has(node));
  const walk = toldWalk(context, { ends: [...outside, ...ends], without: avoid });
  const found = chokePoints(walk.graph, {
    starts: outside,
    ends,
    fixOf: (edge) => (isRepairable(edge) ? estate.fixOf(edge) : -1),
    budget,
  });

  function isRepairable(edge: number): boolean {
    return edge < graph.edges && rules[graph.rule(edge)]!.remediation !== null;
  }

  if (!found.ok)
    return { fixes: null, cutShort: found.reason === "cut_short" ? found.cutShort : null };
  const fixes = found.points.map(({ edges }) => {
    const hops = edges.map(walk.unfold.hop);
    const [first] = hops;
    return { text: first ? (repairOf(first) ?? tellHop(first)) : "", hops };
  });
  return { fixes, cutShort: found.cutShort };
}
