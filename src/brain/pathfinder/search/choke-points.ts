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
  /** What takes this edge away; edges of one number go together. -1: nothing does. */
  fixOf(edge: number): number;
  budget: Budget;
}

export interface ChokePoint {
  fix: number;
  /** Its edges that lie on a way from a start to an end. */
  edges: number[];
}

export type ChokePoints =
  /** `cutShort` when there was no time to see whether each fix is needed. */
  | { ok: true; points: ChokePoint[]; cutShort: CutShort | null }
  /** A start is an end, or a way has only edges that nothing takes away. */
  | { ok: false; reason: "start_is_end" | "unfixable" }
  | { ok: false; reason: "cut_short"; cutShort: CutShort };

/**
 * The smallest set of fixes that leaves no way from a start to an end, by minimum cut; of several
 * the one nearest to the ends. It always is a cut that needs each of its fixes. It is the smallest
 * if the edges of each fix lead from the same nodes to each node that they lead to (one edge,
 * several from or to one node, a rule for several accounts and several targets). Other fixes are
 * counted once for each such part, so that there may be a smaller set. Ways of any number of moves
 * are cut: the smallest set for bounded ones can't be computed in a useful time.
 */
export function chokePoints(graph: WalkGraph, request: ChokeRequest): ChokePoints {
  const { starts, ends, fixOf, budget } = request;
  const isEnd = new Set(ends);
  if (starts.some((node) => isEnd.has(node))) return { ok: false, reason: "start_is_end" };
  const meter = createMeter(budget);
  const arcs = arcsBetween(graph, request, meter);
  if (meter.cutShort) return { ok: false, reason: "cut_short", cutShort: meter.cutShort };
  const cut = createCutNetwork(arcs, request);
  if (isOpen(cut, (fix) => fix >= 0)) return { ok: false, reason: "unfixable" };
  maximizeFlow(cut.network, cut, meter);
  if (meter.cutShort) return { ok: false, reason: "cut_short", cutShort: meter.cutShort };
  const fixes = withoutNeedless(cut, crossing(cut), meter);
  return { ok: true, points: pointsOf(fixes, { arcs, fixOf }), cutShort: meter.cutShort };
}

/** What lies on a way from a start to an end. */
function arcsBetween(graph: WalkGraph, { starts, ends }: ChokeRequest, meter: Meter): CutArcs {
  const remainder = restrictGraph(graph, { starts, ends });
  remainder.enter({ prefix: null, forbidden: new Set() });
  const maxSteps = graph.nodes;
  const before = fewestStepsFrom(remainder.graph, { starts, maxSteps, meter });
  const after = fewestStepsFrom(reverseGraph(remainder.graph), { starts: ends, maxSteps, meter });
  const isBetween = (node: number) => before[node]! >= 0 && after[node]! >= 0;
  return cutArcs(remainder.graph, isBetween, meter);
}

/** Whether a way is left when the fixes that are `gone` are made. */
function isOpen(
  { network, source, sink, fixOfArc }: CutNetwork,
  gone: (fix: number) => boolean,
): boolean {
  const isLeft = (arc: number) => network.isOwn(arc) && !gone(fixOfArc.get(arc) ?? -1);
  return nodesLeadingTo(network, sink, isLeft)[source] === 1;
}

/** The fixes between the nodes that something still flows from to the sink, and all others. */
function crossing({ network, sink, fixOfArc }: CutNetwork): Set<number> {
  const leading = nodesLeadingTo(network, sink, (arc) => network.left(arc) > 0);
  const fixes = new Set<number>();
  for (const [arc, fix] of fixOfArc) {
    const [from, to] = [network.to(arc ^ 1), network.to(arc)];
    if (leading[from] === 0 && leading[to] === 1) fixes.add(fix);
  }
  return fixes;
}

/** A fix that was counted for one part of its edges takes the others away as well, and may do for another fix. */
function withoutNeedless(cut: CutNetwork, fixes: Set<number>, meter: Meter): Set<number> {
  if (!hasParts(cut, fixes)) return fixes;
  const needed = new Set(fixes);
  for (const fix of fixes) {
    if (!meter.spend(cut.network.nodes)) break;
    needed.delete(fix);
    if (isOpen(cut, (one) => needed.has(one))) needed.add(fix);
  }
  return needed;
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
