import type { WalkGraph } from "../graph/walk-graph.ts";
import { type CutArcs, cutArcs } from "./cut-arcs.ts";
import { type CutNetwork, createCutNetwork } from "./cut-network.ts";
import { fewestStepsFrom } from "./fewest-steps.ts";
import { maximizeFlow, nodesLeadingTo } from "./max-flow.ts";
import { createMeter, type Meter } from "./meter.ts";
import { restrictGraph } from "./restricted-graph.ts";
import { reverseGraph } from "./reverse-graph.ts";
import type { Budget, CutShort } from "./types.ts";

export interface ChokeRequest {
  starts: readonly number[];
  ends: readonly number[];
  /**
   * The fix that removes this edge; edges with the same number are removed together. -1: none does.
   */
  fixOf(edge: number): number;
  budget: Budget;
}

export interface ChokePoint {
  fix: number;
  /** Its edges that lie on a path from a start to an end. */
  edges: number[];
}

export type ChokePoints =
  /** `cutShort` is set when there was no time to check whether each fix is needed. */
  | { ok: true; points: ChokePoint[]; cutShort: CutShort | null }
  /** A start is also an end, or a path has only edges that no fix removes. */
  | { ok: false; reason: "start_is_end" | "unfixable" }
  | { ok: false; reason: "cut_short"; cutShort: CutShort };

/**
 * The smallest set of fixes that leaves no path from a start to an end, by minimum cut; of several
 * such sets the one nearest to the ends. The result is always a cut without redundant fixes. It is
 * the smallest one if the edges of each fix form a complete bipartite graph (one edge; several
 * edges from or to one node; a rule for several accounts and several targets). The edges of other
 * fixes are cut once for each such part, so a smaller set may exist. Paths of any length are cut:
 * the smallest cut of bounded paths is NP-hard.
 */
export function chokePoints(graph: WalkGraph, request: ChokeRequest): ChokePoints {
  const { starts, ends, fixOf, budget } = request;
  const isEnd = new Set(ends);
  if (starts.some((node) => isEnd.has(node))) return { ok: false, reason: "start_is_end" };
  const meter = createMeter(budget);
  const arcs = arcsBetween(graph, request, meter);
  if (meter.cutShort) return { ok: false, reason: "cut_short", cutShort: meter.cutShort };
  const cut = createCutNetwork(arcs, request);
  if (isConnected(cut, (fix) => fix >= 0)) return { ok: false, reason: "unfixable" };
  maximizeFlow(cut.network, cut, meter);
  if (meter.cutShort) return { ok: false, reason: "cut_short", cutShort: meter.cutShort };
  const fixes = withoutRedundant(cut, fixesOnCut(cut), meter);
  return { ok: true, points: pointsOf(fixes, { arcs, fixOf }), cutShort: meter.cutShort };
}

/** The arcs on paths from a start to an end. */
function arcsBetween(graph: WalkGraph, { starts, ends }: ChokeRequest, meter: Meter): CutArcs {
  const restricted = restrictGraph(graph, { starts, ends });
  restricted.enter({ prefix: null, forbidden: new Set() });
  const maxSteps = graph.nodes;
  // Backwards first: there are far fewer ends than starts.
  const after = fewestStepsFrom(reverseGraph(restricted.graph), { starts: ends, maxSteps, meter });
  const leads = (node: number) => after[node]! >= 0;
  const before = fewestStepsFrom(restricted.graph, { starts, maxSteps, meter, mayVisit: leads });
  return cutArcs(restricted.graph, (node) => before[node]! >= 0, meter);
}

/** Whether a path remains when the fixes that are `gone` are applied. */
function isConnected(
  { network, source, sink, fixOfArc }: CutNetwork,
  gone: (fix: number) => boolean,
): boolean {
  const isLeft = (arc: number) => network.isOwn(arc) && !gone(fixOfArc.get(arc) ?? -1);
  return nodesLeadingTo(network, sink, isLeft)[source] === 1;
}

/** The fixes on the cut: between the nodes that can still send flow to the sink and all others. */
function fixesOnCut({ network, sink, fixOfArc }: CutNetwork): Set<number> {
  const leading = nodesLeadingTo(network, sink, (arc) => network.left(arc) > 0);
  const fixes = new Set<number>();
  for (const [arc, fix] of fixOfArc) {
    const [from, to] = [network.to(arc ^ 1), network.to(arc)];
    if (leading[from] === 0 && leading[to] === 1) fixes.add(fix);
  }
  return fixes;
}

/**
 * A fix counted for one part of its edges removes the others as well, which may make another fix
 * redundant.
 */
function withoutRedundant(cut: CutNetwork, fixes: Set<number>, meter: Meter): Set<number> {
  if (!hasParts(cut, fixes)) return fixes;
  const required = new Set(fixes);
  for (const fix of fixes) {
    if (!meter.spend(cut.network.nodes)) break;
    required.delete(fix);
    if (isConnected(cut, (one) => required.has(one))) required.add(fix);
  }
  return required;
}

function hasParts({ fixOfArc }: CutNetwork, fixes: ReadonlySet<number>): boolean {
  let parts = 0;
  for (const fix of fixOfArc.values()) if (fixes.has(fix)) parts++;
  return parts > fixes.size;
}

function pointsOf(
  fixes: ReadonlySet<number>,
  { arcs, fixOf }: { arcs: CutArcs; fixOf(edge: number): number },
): ChokePoint[] {
  const edgesOf = new Map([...fixes].map((fix) => [fix, new Set<number>()]));
  for (const edge of arcs.arcs.edges) edgesOf.get(fixOf(edge))?.add(edge);
  return [...edgesOf].map(([fix, edges]) => ({ fix, edges: [...edges].sort((a, b) => a - b) }));
}
