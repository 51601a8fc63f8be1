import type { WalkGraph } from "../graph/walk-graph.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import type { HostRecord } from "../model/host-record.ts";
import type { RootPath, RootPaths, RootPathsRequest } from "../model/types.ts";
import { type Reached, reachFrom, reachInto } from "../search/find-reachable.ts";
import type { CutShort, FoundPath } from "../search/types.ts";
import { ordinaryAccountsOf, rootAccountsOf } from "./accounts.ts";
import { createExplainedWalk, type ExplainedWalk, type SearchContext } from "./search-context.ts";

type Step = Parameters<Parameters<WalkGraph["incoming"]>[1]>;
/** Steps into root that differ only in the row behind them. */
type LastSteps = Step[];

interface Found {
  path: FoundPath;
  host: HostRecord;
  /** The edges that make its last step possible. */
  lastEdges: number[];
}

interface Search {
  context: SearchContext;
  walk: ExplainedWalk;
}

/**
 * The proven paths to root on each host: from the internet and the host's own ordinary accounts one
 * for each entry and last edge, and from elsewhere in the fleet the cheapest one. Every path with
 * the same last edge ends when that edge is removed.
 */
export function findRootPaths(
  context: Omit<SearchContext, "avoid" | "via" | "request">,
  request: RootPathsRequest,
): RootPaths {
  const question = { from: { kind: "any" }, to: { kind: "any" }, mode: "all" } as const;
  const full: SearchContext = {
    ...context,
    request: { ...request, question, k: request.limit },
    avoid: [],
    via: [],
  };
  const { estate } = context;
  const hosts = [...estate.hosts.values()].filter(({ agent_id }) => request.agentIds.has(agent_id));
  const ordinary = hosts.flatMap((host) => ordinaryAccountsOf(estate, host));
  const roots = hosts.flatMap((host) => rootAccountsOf(estate, host));
  const ends = [estate.internet, ...ordinary, ...roots];
  const search = { context: full, walk: createExplainedWalk(full, { ends, onlyProven: true }) };
  const own = hosts.map((host) => pathsOnHost(search, host));
  const remote = [[estate.internet], ordinary].map((starts) => pathsFrom(search, starts, hosts));
  const cutShort = [...own, ...remote].reduce<CutShort | null>(
    (found, part) => found ?? part.cutShort,
    null,
  );
  const found = distinct(
    search,
    [...own, ...remote].flatMap((part) => part.found),
  );
  return {
    paths: cheapestFirst(found)
      .slice(0, request.limit)
      .map((one) => explain(search, one)),
    counts: countByHost(found),
    cutShort,
  };
}

interface Part {
  found: Found[];
  cutShort: CutShort | null;
}

/** The paths over this host alone. */
function pathsOnHost(search: Search, host: HostRecord): Part {
  const { context, walk } = search;
  const { estate, budget } = context;
  const roots = rootAccountsOf(estate, host);
  const entries = [estate.internet, ...ordinaryAccountsOf(estate, host)];
  const parts = lastStepsInto(search, roots, host).map((steps): Part => {
    const graph = onlyOver(search, { host, roots, steps });
    const reached = reachInto(graph, [...new Set(roots)], { maxSteps: walk.maxSteps, budget });
    const lastEdges = steps.map(([, , edge]) => edge);
    const found = entries
      .filter((entry) => reached.costOf(entry) >= 0)
      .map((entry) => ({ path: reached.pathOf(entry), host, lastEdges }));
    return { found, cutShort: reached.cutShort };
  });
  return {
    found: parts.flatMap(({ found }) => found),
    cutShort: parts.find((part) => part.cutShort !== null)?.cutShort ?? null,
  };
}

/** The steps into root from this host's nodes or the network, those of parallel edges together. */
function lastStepsInto({ context, walk }: Search, roots: number[], host: HostRecord): LastSteps[] {
  const { estate } = context;
  const isRoot = new Set(roots);
  const groups = new Map<string, LastSteps>();
  for (const root of roots)
    walk.graph.incoming(
      root,
      (...step) => {
        const [source, , edge] = step;
        if (isRoot.has(source) || !isNear(estate, source, host)) return;
        const key = lastEdgeKey(estate, edge, root);
        groups.set(key, [...(groups.get(key) ?? []), step]);
      },
      () => true,
    );
  return [...groups.values()];
}

/** Whether a node is on this host or on none. */
function isNear({ graph, nodes }: EstateGraph, node: number, { slot }: HostRecord): boolean {
  // Virtual nodes of the network are on no host.
  return node >= graph.nodes || nodes.host(node) < 0 || nodes.host(node) === slot;
}

function lastEdgeKey({ graph, rules }: EstateGraph, edge: number, root: number): string {
  const name = edge < graph.edges ? rules[graph.rule(edge)]!.edge : "";
  return `${name} ${edge < graph.edges ? graph.from(edge) : -1} ${root}`;
}

/** The graph of one host, in which only these steps lead to root. */
function onlyOver(
  { context, walk }: Search,
  { host, roots, steps }: { host: HostRecord; roots: number[]; steps: LastSteps },
): WalkGraph {
  const isRoot = new Set(roots);
  const own = new Set(steps.map((step) => step.join(" ")));
  return {
    ...walk.graph,
    incoming(node, visit, isWorth) {
      const atRoot = isRoot.has(node);
      walk.graph.incoming(
        node,
        (...step) => {
          if (isRoot.has(step[0]) || !isNear(context.estate, step[0], host)) return;
          if (!atRoot || own.has(step.join(" "))) visit(...step);
        },
        isWorth,
      );
    },
  };
}

/** The cheapest path from any of these starts to each host's root, over any host. */
function pathsFrom({ context, walk }: Search, starts: number[], hosts: HostRecord[]): Part {
  const { estate, budget } = context;
  const reached = reachFrom(walk.graph, starts, { maxSteps: walk.maxSteps, budget });
  const found = hosts.flatMap((host) => {
    const root = cheapestOf(rootAccountsOf(estate, host), reached);
    if (root === null) return [];
    const path = reached.pathOf(root);
    return [{ path, host, lastEdges: lastEdgesOf(context, path) }];
  });
  return { found, cutShort: reached.cutShort };
}

function cheapestOf(nodes: number[], reached: Reached): number | null {
  const there = nodes.filter((node) => reached.costOf(node) >= 0);
  return there.reduce<number | null>(
    (best, node) => (best === null || reached.costOf(node) < reached.costOf(best) ? node : best),
    null,
  );
}

/** The last edge of a path and its parallels. */
function lastEdgesOf({ estate }: SearchContext, { steps }: FoundPath): number[] {
  const { graph } = estate;
  const last = steps.at(-1)!;
  const key = lastEdgeKey(estate, last.edge, last.node);
  const edges = [last.edge];
  for (let edge = graph.firstIn(last.node); edge >= 0; edge = graph.nextIn(edge))
    if (
      edge !== last.edge &&
      graph.state(edge) === "proven" &&
      lastEdgeKey(estate, edge, last.node) === key
    )
      edges.push(edge);
  return edges;
}

/** Each entry and last edge once, by the cheapest path. */
function distinct({ context }: Search, all: Found[]): Found[] {
  const best = new Map<string, Found>();
  for (const one of all) {
    const last = one.path.steps.at(-1)!;
    const key = `${one.path.start} ${lastEdgeKey(context.estate, last.edge, last.node)}`;
    const before = best.get(key);
    if (!before || one.path.cost < before.path.cost) best.set(key, one);
  }
  return [...best.values()];
}

const cheapestFirst = (found: Found[]) =>
  found.sort((a, b) => a.path.cost - b.path.cost || a.path.steps.length - b.path.steps.length);

function explain({ walk }: Search, { path, host, lastEdges }: Found): RootPath {
  return {
    path: walk.explain.path(path),
    agent_id: host.agent_id,
    lastHops: [...new Set(lastEdges)].map((edge) => walk.explain.hop(edge)),
  };
}

function countByHost(found: Found[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { host } of found) counts[host.agent_id] = (counts[host.agent_id] ?? 0) + 1;
  return counts;
}
