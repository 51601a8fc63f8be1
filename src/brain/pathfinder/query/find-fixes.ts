import type { Fix, Hop, Path } from "../model/types.ts";
import { describeStep, remediationOf } from "../report/describe-step.ts";
import { type ChokePoints, chokePoints } from "../search/choke-points.ts";
import type { CutShort } from "../search/types.ts";
import { type CarriedStep, withCarried } from "../traversal/carried-steps.ts";
import { findCarried, mayCarryTo } from "./find-carried.ts";
import { createExplainedWalk, type SearchContext } from "./search-context.ts";

export interface FixesFound {
  /** Null if no set of repairs cuts every path, or none was found in time. */
  fixes: Fix[] | null;
  cutShort: CutShort | null;
}

/** Time to look for carried steps that a cut leaves usable, in ms. */
const leftMs = 2_000;

interface Left {
  steps: CarriedStep[];
  cutShort: CutShort | null;
}

export interface FixesRequest {
  starts: readonly number[];
  ends: readonly number[];
  /** Whether only fully proven paths have to be cut. */
  onlyProven: boolean;
  /** Some of the paths to cut: fixes that cut most of them come first. */
  paths: Path[];
}

/** Finds the fewest repairs that leave no path between starts and ends. */
export function findFixes(context: SearchContext, request: FixesRequest): FixesFound {
  const { estate, avoid, budget } = context;
  const { starts, ends, onlyProven } = request;
  const { graph, rules } = estate;
  const isEnd = new Set(ends);
  const outside = starts.filter((node) => !isEnd.has(node));
  const walkWithout = (edges: readonly number[]) =>
    createExplainedWalk(context, {
      ends: [...outside, ...ends],
      without: [...avoid, { nodes: new Set(), edges: new Set(edges), rules: new Set() }],
      onlyProven,
    });
  const walk = walkWithout([]);
  const found = pointsWithCarried();

  /** Carried steps that a cut leaves usable are added until it leaves none. */
  function pointsWithCarried(): ChokePoints {
    const steps = new Map<string, CarriedStep>();
    for (;;) {
      const points = chokePoints(withCarried(walk.graph, [...steps.values()]), {
        starts: outside,
        ends,
        fixOf: (edge) => (isRepairable(edge) ? estate.fixOf(edge) : -1),
        budget,
      });
      if (!points.ok || points.cutShort) return points;
      const left = stepsLeft(points.points.flatMap(({ edges }) => edges));
      if (left.cutShort) return { ...points, cutShort: left.cutShort };
      const known = steps.size;
      for (const step of left.steps) steps.set(Object.values(step).join(" "), step);
      if (steps.size === known) return points;
    }
  }

  function stepsLeft(cut: number[]): Left {
    const deadlineMs = Math.min(budget.deadlineMs, budget.nowMs() + leftMs);
    const hurried = { ...context, budget: { ...budget, deadlineMs } };
    const rest = walkWithout(cut);
    if (!mayCarryTo(hurried, rest, { starts: outside, ends })) return { steps: [], cutShort: null };
    const { each, cutShort } = findCarried(hurried, rest, outside);
    const leading = each.filter(({ reached }) => ends.some((end) => reached.costOf(end) >= 0));
    return { steps: leading.flatMap((one) => one.steps), cutShort };
  }

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
  return { fixes: byPathsCut(fixes, request.paths), cutShort: found.cutShort };
}

function byPathsCut(fixes: Fix[], count: Path[]): Fix[] {
  const rowsOfPaths = count.map(({ hops }) => new Set(hops.map(rowOf)));
  const cut = ({ hops }: Fix) =>
    rowsOfPaths.filter((rows) => hops.some((hop) => rows.has(rowOf(hop)))).length;
  return fixes
    .map((fix) => ({ fix, count: cut(fix) }))
    .sort((a, b) => b.count - a.count)
    .map(({ fix }) => fix);
}

/** Identifies the row behind a hop, whatever ends it is shown with. */
const rowOf = ({ agent_id, rule, proof }: Hop) => JSON.stringify([agent_id, rule.id, proof.row]);
