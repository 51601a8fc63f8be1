import { createFindCheapest } from "../search/cheapest-path.ts";
import { createGrowingReach, type Reached } from "../search/find-reachable.ts";
import { createMeter } from "../search/meter.ts";
import type { CutShort, FoundPath } from "../search/types.ts";
import { type CarriedStep, withCarried } from "../traversal/carried-steps.ts";
import type { CarryingFound } from "../traversal/find-carrying.ts";
import type { ExplainedWalk, SearchContext } from "./search-context.ts";
import type { Move } from "./unfold-path.ts";

/** The steps that whoever holds `starts` can take with what was read before. */
export interface Carried {
  starts: readonly number[];
  steps: CarriedStep[];
  /** Everything reached without them. */
  direct: Reached;
  /** Everything reached by these steps and all others. */
  reached: Reached;
  /** Whether there was time to look for all of them. */
  isWhole: boolean;
  /** The way to the account that read what is carried; undefined if nothing is. */
  wayFor(move: Move): FoundPath | undefined;
}

/** Starts that are looked at one by one. */
const maxStarts = 32;

/**
 * The carried steps of each start, as far as there are any: nobody holds two starts, so that what
 * one can read is of no use to another.
 */
export function findCarried(
  context: SearchContext,
  walk: ExplainedWalk,
  starts: readonly number[],
): { each: Carried[]; direct: Reached; cutShort: CutShort | null } {
  const all = carriedBy(context, walk, starts);
  const candidates = starts.length === 1 || all.steps.length === 0 ? [] : startsOf(all);
  const each =
    starts.length === 1
      ? [all]
      : candidates.slice(0, maxStarts).map((start) => carriedBy(context, walk, [start]));
  const late = [all, ...each].every(({ isWhole }) => isWhole) ? null : "time";
  const cutShort = candidates.length > maxStarts ? (late ?? "steps") : late;
  return { each: each.filter(({ steps }) => steps.length > 0), direct: all.direct, cutShort };
}

/** Where something is carried from and to. */
export interface CarryEnds {
  starts: readonly number[];
  ends: readonly number[];
}

/** Whether carrying something could lead to `ends`; false only if it surely doesn't. */
export function mayCarryTo(
  { budget }: SearchContext,
  { unguarded, maxSteps }: ExplainedWalk,
  { starts, ends }: CarryEnds,
): boolean {
  const meter = createMeter(budget);
  const findCheapest = createFindCheapest(unguarded.nodes);
  const below = Number.POSITIVE_INFINITY;
  const path = findCheapest(unguarded, { starts, ends, below, maxSteps, meter });
  return path !== null || meter.cutShort !== null;
}

/** One path along which something is carried; nobody holds two starts. */
export function findCarrying(
  { estate, budget }: SearchContext,
  { findCarrying: find, maxSteps }: ExplainedWalk,
  { starts, ends }: CarryEnds,
): Pick<CarryingFound, "path" | "cutShort"> & Pick<Carried, "wayFor"> {
  let found = find({ starts, ends, maxSteps, budget });
  const candidates = starts.length > 1 && found.path ? startsNear(found.path, found, starts) : [];
  for (const start of candidates) {
    found = find({ starts: [start], ends, maxSteps, budget });
    if (found.path || found.cutShort) break;
  }
  const { path, wayTo } = found;
  const isCarried = ({ before, through }: Move) =>
    through >= 0 && estate.graph.from(through) !== before;
  const isLeft = !path && candidates.length > 0 && starts.length > maxStarts;
  return {
    path,
    wayFor: (move) => (isCarried(move) ? wayTo(move.through) : undefined),
    cutShort: found.cutShort ?? (isLeft ? "steps" : null),
  };
}

/** All starts or, of many, those of a path that several of them together have. */
function startsNear(
  path: FoundPath,
  { wayTo }: CarryingFound,
  starts: readonly number[],
): readonly number[] {
  if (starts.length <= maxStarts) return starts;
  const [found, followed] = [new Set<number>(), new Set<number>()];
  function follow({ start, steps }: FoundPath): void {
    found.add(start);
    for (const { through } of steps) {
      if (through < 0 || followed.has(through)) continue;
      followed.add(through);
      follow(wayTo(through));
    }
  }
  follow(path);
  return [...found];
}

/** The starts from which the carried steps are taken, or from which something is read for them. */
function startsOf({ starts, steps, reached, wayFor }: Carried): number[] {
  if (starts.length <= maxStarts) return [...starts];
  const ways = steps.flatMap((step) => [wayFor(moveOf(step)) ?? [], reached.pathOf(step.from)]);
  return [...new Set(ways.flat().map(({ start }) => start))];
}

/**
 * Finds carried steps in rounds: what one round reaches may hold more, and be where more is used.
 * The way to what a step carries takes steps of earlier rounds only.
 */
function carriedBy(
  { estate, budget }: SearchContext,
  { graph, maxSteps, stepsToCarry }: ExplainedWalk,
  starts: readonly number[],
): Carried {
  const steps: CarriedStep[] = [];
  const ways = new Map<string, FoundPath>();
  const isLate = () => budget.nowMs() >= budget.deadlineMs;
  const reach = createGrowingReach(graph.nodes, starts, { maxSteps, budget });
  let direct: Reached | null = null;
  let added: CarriedStep[] = [];
  for (;;) {
    const reached = reach(withCarried(graph, steps), added);
    direct ??= reached;
    const found = reached.cutShort ? null : stepsToCarry(reached, isLate);
    const more = (found ?? []).filter((step) => !ways.has(keyOf(moveOf(step))));
    if (more.length === 0)
      return {
        starts,
        steps,
        direct,
        reached,
        isWhole: found !== null,
        wayFor: (move) => ways.get(keyOf(move)),
      };
    for (const step of more)
      ways.set(keyOf(moveOf(step)), reached.pathOf(estate.graph.from(step.through)));
    steps.push(...more);
    added = more;
  }
}

const keyOf = ({ before, node, through, edge }: Move) => `${before} ${node} ${through} ${edge}`;
const moveOf = ({ from, to, ...edges }: CarriedStep): Move => ({
  before: from,
  node: to,
  ...edges,
});
