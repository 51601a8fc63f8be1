import type { PathEnd, PathMode, PathQuestion } from "../../../contract/reading.ts";
import { maxCountedPaths } from "../model/count-limit.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { GraphParts } from "../model/graph-parts.ts";
import type { Path, PathOutcome } from "../model/types.ts";
import { isProven } from "../report/is-proven.ts";
import { countPaths } from "../search/count-paths.ts";
import { absentCost } from "../traversal/traversal.ts";
import { findFixes } from "./find-fixes.ts";
import { type ExplainedPaths, findPaths } from "./find-paths.ts";
import { listReachable } from "./list-reachable.ts";
import { rankHosts } from "./rank-hosts.ts";
import { type EndNodes, resolveEnd } from "./resolve-end.ts";
import { createExplainedWalk, type SearchContext } from "./search-context.ts";
import { selectHosts } from "./select-hosts.ts";
import { selectParts } from "./select-parts.ts";

/** Time limit for counting, in ms. */
const countMs = 2_000;

/** Steps examined for a blocked path if there are others: what blocks it is worth that much. */
const maxNearExamined = 100_000;

/** Answers a question about paths. */
export function searchEstate(search: Omit<SearchContext, "avoid" | "via">): PathOutcome {
  const { question } = search.request;
  const avoid = selectAll(search.estate, question.avoid ?? []);
  const via = selectAll(search.estate, question.via ?? []);
  const context: SearchContext = { ...search, avoid: avoid.parts, via: via.parts };
  const [from, to] = endsOf(context, question);
  const mode = effectiveMode(question);
  const outcome: PathOutcome = {
    ...empty,
    ends: { from: from.resolved, to: to.resolved },
    unknownNames: [...avoid.unknown, ...via.unknown],
    dropped: droppedIn(context),
  };
  const asked = [...(mode === "inbound" ? [] : [from]), ...(isAround(mode) ? [] : [to])];
  if (mode === "inbound") asked.push(to);
  // No path leads over an unknown name, and none is known to be without it.
  if (outcome.unknownNames.length > 0 || asked.some(({ resolved }) => resolved.missing !== null))
    return outcome;
  return { ...outcome, ...answer(context, from, to) };
}

const isAround = (mode: PathMode) => mode === "reach" || mode === "inbound" || mode === "rank";

function selectAll(
  estate: EstateGraph,
  names: string[],
): { parts: GraphParts[]; unknown: string[] } {
  const found = names.map((name) => ({ name, parts: selectParts(estate, name) }));
  return {
    parts: found.flatMap(({ parts }) => parts ?? []),
    unknown: found.filter(({ parts }) => parts === null).map(({ name }) => name),
  };
}

function droppedIn({ estate, request: { agentIds } }: SearchContext): Record<string, number> {
  const hosts = [...estate.hosts.values()].filter(
    ({ agent_id, dropped }) => dropped > 0 && (agentIds === null || agentIds.has(agent_id)),
  );
  return Object.fromEntries(hosts.map(({ agent_id, dropped }) => [agent_id, dropped]));
}

const empty: Omit<PathOutcome, "ends" | "unknownNames" | "dropped"> = {
  paths: [],
  count: null,
  reached: null,
  fixes: null,
  fixesFor: "all",
  before: null,
  ranking: null,
  nearest: null,
  cutShort: null,
};

function endsOf({ estate, request }: SearchContext, question: PathQuestion): [EndNodes, EndNodes] {
  const terms = { estate, mode: question.mode, agentIds: request.agentIds };
  return [
    resolveEnd(question.from, { ...terms, side: "from" }),
    resolveEnd(question.to, { ...terms, side: "to" }),
  ];
}

type Answer = Partial<Omit<PathOutcome, "ends">>;

function answer(context: SearchContext, from: EndNodes, to: EndNodes): Answer {
  const { question } = context.request;
  switch (effectiveMode(question)) {
    case "reach":
      return listReachable(context, { nodes: from.nodes, direction: "from", open: question.to });
    case "inbound":
      return listReachable(context, { nodes: to.nodes, direction: "into", open: question.from });
    case "rank":
      return ranking(context, from);
    case "choke_point":
      return chokePoint(context, from, to);
    case "what_if":
      return whatIf(context, from, to);
    case "count":
    case "all":
      return counting(context, from, to);
    case "find":
    case "exists":
    case "shortest":
      return between(context, from, to);
  }
}

/**
 * The mode that the ends allow: a question about everything around one end becomes one between two
 * if the other end is named.
 */
function effectiveMode(question: PathQuestion): PathMode {
  const { from, to, avoid } = question;
  const { mode } = question;
  const isOpen = ({ name, user, tags, priv }: PathQuestion["to"]) =>
    name === undefined && user === undefined && tags === undefined && (priv ?? "any") === "any";
  if (mode === "what_if" && !avoid?.length) return isOpen(to) ? "reach" : "find";
  if (mode === "reach" && !isOpen(to)) return "find";
  return mode === "inbound" && !isOpen(from) ? "find" : mode;
}

interface Tried extends ExplainedPaths {
  /** The nodes that the search started from. */
  starts: number[];
}

/** Searches from the nodes that the start most likely means, then from its fallback nodes. */
function tryPaths(
  context: SearchContext,
  { from, to, onlyProven = false }: { from: EndNodes; to: EndNodes; onlyProven?: boolean },
): Tried {
  const { avoid: without, request } = context;
  const k = request.question.mode === "shortest" ? 1 : request.k;
  const terms = { ends: to.nodes, k, without, onlyProven };
  const first = findPaths(context, { starts: from.nodes, ...terms });
  if (first.paths.length > 0 || from.fallback.length === 0) return { ...first, starts: from.nodes };
  const second = findPaths(context, { starts: from.fallback, ...terms });
  return { ...second, starts: from.fallback, cutShort: first.cutShort ?? second.cutShort };
}

function between(context: SearchContext, from: EndNodes, to: EndNodes): Answer {
  const { paths, cutShort } = tryPaths(context, { from, to });
  return { paths, cutShort, nearest: nearestPath(context, { from, to, paths }) };
}

/**
 * The nearest blocked path, if no path is proven: of any kind if there is no other, else one that a
 * single restriction keeps from being proven. That says more than what might work all the same.
 */
function nearestPath(
  context: SearchContext,
  { from, to, paths }: { from: EndNodes; to: EndNodes; paths: Path[] },
): Path | null {
  if (paths.some(isProven)) return null;
  const isOther = paths.length > 0;
  const maxExamined = isOther ? maxNearExamined : context.budget.maxExamined;
  const [nearest] = findPaths(
    { ...context, budget: { ...context.budget, maxExamined } },
    {
      starts: [...from.nodes, ...from.fallback],
      ends: to.nodes,
      k: 1,
      without: context.avoid,
      withRefuted: true,
      onlyProven: isOther,
    },
  ).paths;
  if (!nearest) return null;
  const blocked = nearest.hops.filter(({ state }) => state === "refuted").length;
  const isRestricted = blocked === 1 && nearest.cost < absentCost;
  return isOther && !isRestricted ? null : nearest;
}

function counting(context: SearchContext, from: EndNodes, to: EndNodes): Answer {
  const { starts, paths, cutShort: late } = tryPaths(context, { from, to });
  const nearest = nearestPath(context, { from, to, paths });
  const isEnd = new Set(to.nodes);
  const outside = starts.filter((node) => !isEnd.has(node));
  const walk = createExplainedWalk(context, {
    ends: [...outside, ...to.nodes],
    without: context.avoid,
  });
  const { budget } = context;
  const deadlineMs = Math.min(budget.deadlineMs, budget.nowMs() + countMs);
  const { count, cutShort } = countPaths(walk.graph, {
    starts: outside,
    ends: to.nodes,
    maxSteps: walk.maxSteps,
    limit: maxCountedPaths,
    budget: { ...budget, deadlineMs },
  });
  // The paths found count even if counting stopped before them.
  return { paths, nearest, count: Math.max(count, paths.length), cutShort: late ?? cutShort };
}

function chokePoint(context: SearchContext, from: EndNodes, to: EndNodes): Answer {
  const proven = tryPaths(context, { from, to, onlyProven: true });
  const onlyProven = proven.paths.length > 0;
  const { paths, cutShort, starts } = onlyProven ? proven : tryPaths(context, { from, to });
  const found = findFixes(context, { starts, ends: to.nodes, onlyProven, paths });
  const fixesFor = onlyProven ? "proven" : "all";
  return { paths, fixes: found.fixes, fixesFor, cutShort: cutShort ?? found.cutShort };
}

/** A path that is left was there before, even if the search for those before missed it. */
function whatIf(context: SearchContext, from: EndNodes, to: EndNodes): Answer {
  const found = between(context, from, to);
  const earlier = tryPaths({ ...context, avoid: [] }, { from, to });
  const before = earlier.paths.length > 0 ? earlier.paths : (found.paths ?? []);
  return { ...found, before, cutShort: found.cutShort ?? earlier.cutShort };
}

function ranking(context: SearchContext, from: EndNodes): Answer {
  const { estate, request } = context;
  const { to } = request.question;
  const end: PathEnd = to.kind === "host" ? to : { kind: "host" };
  const { hosts } = selectHosts(estate, end, request.agentIds);
  return rankHosts(context, { entries: from.nodes, hosts });
}
