import type { WalkGraph } from "../graph/walk-graph.ts";
import { type CostedPath, firstSteps, nodesOf } from "./costed-path.ts";

/** The paths that share a prefix and then diverge. */
export interface Detour {
  /** Null: the paths share nothing, only their start is restricted. */
  prefix: CostedPath | null;
  /** Targets excluded for the first step after the prefix; without a prefix: excluded starts. */
  forbidden: ReadonlySet<number>;
}

/** Splits the other paths of `detour`, all but the found `path`, into detours. */
export function detoursOf(path: CostedPath, { prefix, forbidden }: Detour): Detour[] {
  const shared = prefix ? prefix.steps.length + 1 : 0;
  return nodesOf(path)
    .map((node, at) => ({
      prefix: at === 0 ? null : firstSteps(path, at - 1),
      forbidden: new Set(at === shared ? [...forbidden, node] : [node]),
    }))
    .slice(shared);
}

/** Roles of a node in the current detour, as bits because every step checks them. */
const role = { start: 1, end: 2, passed: 4, source: 8 };

/** The part of a graph that a detour's paths may use. */
export interface RestrictedGraph {
  /** Restricted to the detour entered last. */
  graph: WalkGraph;
  /** Restricts the graph to `detour`; returns the nodes from which its paths go on. */
  enter(detour: Detour): readonly number[];
}

/** Starts are only left and ends only entered, so that no path contains a shorter one. */
export function restrictGraph(
  graph: WalkGraph,
  { starts, ends }: { starts: readonly number[]; ends: readonly number[] },
): RestrictedGraph {
  const roles = new Uint8Array(graph.nodes);
  for (const node of starts) roles[node]! |= role.start;
  for (const node of ends) roles[node]! |= role.end;
  let passed: number[] = [];
  let sources: readonly number[] = [];
  let spur = -1;
  let forbidden: ReadonlySet<number> = new Set();

  const mayEnter = (node: number) => (roles[node]! & (role.start | role.passed)) === 0;
  const mayLeave = (node: number) => {
    const held = roles[node]!;
    return (held & role.end) === 0 && (mayEnter(node) || (held & role.source) !== 0);
  };
  const isForbidden = (from: number, to: number) => from === spur && forbidden.has(to);

  const restricted: WalkGraph = {
    nodes: graph.nodes,
    firstVirtual: graph.firstVirtual,
    edges: graph.edges,
    outgoing(node, visit, isWorth) {
      if (!mayLeave(node)) return;
      const isAllowed = (to: number) => mayEnter(to) && !isForbidden(node, to);
      graph.outgoing(
        node,
        (to, cost, edge, through) => {
          if (isAllowed(to)) visit(to, cost, edge, through);
        },
        (to, cost) => isWorth(to, cost) && isAllowed(to),
      );
    },
    incoming(node, visit, isWorth) {
      if (!mayEnter(node)) return;
      const isAllowed = (from: number) => mayLeave(from) && !isForbidden(from, node);
      graph.incoming(
        node,
        (from, cost, edge, through) => {
          if (isAllowed(from)) visit(from, cost, edge, through);
        },
        (from, cost) => isWorth(from, cost) && isAllowed(from),
      );
    },
  };

  return {
    graph: restricted,
    enter(detour) {
      for (const node of passed) roles[node]! &= ~role.passed;
      for (const node of sources) roles[node]! &= ~role.source;
      forbidden = detour.forbidden;
      passed = detour.prefix ? nodesOf(detour.prefix) : [];
      spur = passed.at(-1) ?? -1;
      sources = spur < 0 ? starts.filter((node) => !forbidden.has(node)) : [spur];
      for (const node of passed) roles[node]! |= role.passed;
      for (const node of sources) roles[node]! |= role.source;
      return sources;
    },
  };
}
