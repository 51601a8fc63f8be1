import type { Fix, Hop, Path } from "../model/types.ts";
import { describeStep, remediationOf } from "../report/describe-step.ts";
import { chokePoints } from "../search/choke-points.ts";
import type { CutShort } from "../search/types.ts";
import { createExplainedWalk, type SearchContext } from "./search-context.ts";

export interface FixesFound {
  /** Null where no set of repairs cuts every way, or none was found in time. */
  fixes: Fix[] | null;
  cutShort: CutShort | null;
}

export interface FixesRequest {
  starts: readonly number[];
  ends: readonly number[];
  /** Whether only ways that are proven throughout are to be cut. */
  onlyProven: boolean;
  /** Some of the ways that are cut: fixes that cut most of them come first. */
  paths: Path[];
}

/** The fewest repairs that leave no way between starts and ends. */
export function findFixes(context: SearchContext, request: FixesRequest): FixesFound {
  const { estate, avoid, budget } = context;
  const { starts, ends, onlyProven } = request;
  const { graph, rules } = estate;
  const isEnd = new Set(ends);
  const outside = starts.filter((node) => !isEnd.has(node));
  const walk = createExplainedWalk(context, {
    ends: [...outside, ...ends],
    without: avoid,
    onlyProven,
  });
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
    const hops = edges.map(walk.explain.hop);
    const [first] = hops;
    return { text: first ? (remediationOf(first) ?? describeStep(first)) : "", hops };
  });
  return { fixes: mostCutFirst(fixes, request.paths), cutShort: found.cutShort };
}

function mostCutFirst(fixes: Fix[], ways: Path[]): Fix[] {
  const onWays = ways.map(({ hops }) => new Set(hops.map(rowOf)));
  const cut = ({ hops }: Fix) =>
    onWays.filter((rows) => hops.some((hop) => rows.has(rowOf(hop)))).length;
  return fixes
    .map((fix) => ({ fix, ways: cut(fix) }))
    .sort((a, b) => b.ways - a.ways)
    .map(({ fix }) => fix);
}

/** The row that a hop is, whatever ends it is told with. */
const rowOf = ({ agent_id, rule, proof }: Hop) => JSON.stringify([agent_id, rule.id, proof.row]);
