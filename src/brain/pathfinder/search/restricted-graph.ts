import type { WalkGraph } from "../graph/walk-graph.ts";
import { type CostedPath, firstSteps, nodesOf } from "./costed-path.ts";

/** Paths that begin like another one, and then go elsewhere. */
export interface Detour {
  /** Null: only where they begin is another one's. */
  prefix: CostedPath | null;
  /** Where the first move after the prefix must not lead (without one: where they must not begin). */
  forbidden: ReadonlySet<number>;
}

/** The detours that share out all paths of `detour` but `path`, the one that was found. */
export function detoursOf(path: CostedPath, { prefix, forbidden }: Detour): Detour[] {
  const shared = prefix ? prefix.steps.length + 1 : 0;
  return nodesOf(path)
    .map((node, at) => ({
      prefix: at === 0 ? null : firstSteps(path, at - 1),
      forbidden: new Set(at === shared ? [...forbidden, node] : [node]),
    }))
    .slice(shared);
}

/** What a node is to a detour: bits, for every move is asked of them. */
const role = { start: 1, end: 2, passed: 4, source: 8 };

/** What a detour leaves of a graph. */
export interface RestrictedGraph {
  /** Of the detour that was entered last. */
  graph: WalkGraph;
  /** Where its paths may go on from. */
  enter(detour: Detour): readonly number[];
}

/** In it, starts are only left and ends only entered, so that no path holds a shorter one of its own. */
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

  const left: WalkGraph = {
    nodes: graph.nodes,
    firstVirtual: graph.firstVirtual,
    edges: graph.edges,
    outgoing(node, visit, isWorth) {
      if (!mayLeave(node)) return;
      const isLeft = (to: number) => mayEnter(to) && !isForbidden(node, to);
      graph.outgoing(
        node,
        (to, cost, edge, through) => {
          if (isLeft(to)) visit(to, cost, edge, through);
        },
        (to, cost) => isWorth(to, cost) && isLeft(to),
      );
    },
    incoming(node, visit, isWorth) {
      if (!mayEnter(node)) return;
      const isLeft = (from: number) => mayLeave(from) && !isForbidden(from, node);
      graph.incoming(
        node,
        (from, cost, edge, through) => {
          if (isLeft(from)) visit(from, cost, edge, through);
        },
        (from, cost) => isWorth(from, cost) && isLeft(from),
      );
    },
  };

  return {
    graph: left,
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
