import fc from "fast-check";
import { expect, test } from "vitest";
import { chokePoints } from "../../../../../src/brain/pathfinder/search/choke-points.ts";
import {
  type Move,
  movesOf,
  noLimit,
  type SmallGraph,
  smallGraphs,
  walkOf,
} from "./small-graph.ts";

test("fixes of single edges form a smallest cut", () => {
  fc.assert(
    fc.property(smallGraphs(), (graph) => {
      const found = cut(graph);
      const smallest = smallestCut(graph, new Set());
      expect(found.ok).toBe(Number.isFinite(smallest));
      if (!found.ok) return;
      expect(found.points.length).toBe(smallest);
      expectCut(graph, found.points);
    }),
    { numRuns: 300 },
  );
});

test("fixes of several edges form a cut without redundant fixes", () => {
  let larger = 0;
  fc.assert(
    fc.property(smallGraphs(8), (graph) => {
      const found = cut(graph);
      const smallest = smallestCut(graph, new Set());
      expect(found.ok).toBe(Number.isFinite(smallest));
      if (!found.ok) return;
      expectCut(graph, found.points);
      expect(found.points.length).toBeGreaterThanOrEqual(smallest);
      if (found.points.length > smallest) larger++;
    }),
    { numRuns: 300 },
  );
  // The edges of a fix may have no common node, as in these graphs.
  expect(larger).toBeLessThan(30);
});

test("a rule that lets several accounts become several others is one fix", () => {
  const rule = [0, 1, 2].flatMap((from) => [3, 4].map((to) => [from, to] as const));
  const graph = made({
    edges: [...rule.map((ends) => [...ends, 0] as const), [3, 5, 1], [4, 5, 2]],
  });
  expect(cut({ ...graph, starts: [0, 1, 2], ends: [5] })).toMatchObject({
    ok: true,
    points: [{ fix: 0, edges: [0, 1, 2, 3, 4, 5] }],
  });
});

test("a key with two holders and three accounts is cut at the fewest edges", () => {
  const graph = made({
    edges: [
      [0, 2, 0],
      [1, 2, 1],
      [2, 3, 2],
      [2, 4, 3],
      [2, 5, 4],
      [3, 6, 5],
      [4, 6, 6],
      [5, 6, 7],
    ],
    transit: [2],
  });
  const found = cut({ ...graph, starts: [0, 1], ends: [6] });
  expect(found.ok && found.points.map(({ fix }) => fix).sort()).toEqual([0, 1]);
});

test("there is no cut if a start is an end, or of edges without a fix", () => {
  const graph = made({ edges: [[0, 1, -1]] });
  expect(cut({ ...graph, starts: [0, 1], ends: [1] })).toEqual({
    ok: false,
    reason: "start_is_end",
  });
  expect(cut({ ...graph, starts: [0], ends: [1] })).toEqual({ ok: false, reason: "unfixable" });
});

test("without a path nothing needs to be cut", () => {
  const graph = made({ edges: [[1, 0, 0]] });
  expect(cut({ ...graph, starts: [0], ends: [1] })).toEqual({
    ok: true,
    points: [],
    cutShort: null,
  });
});

test("a search over budget returns no cut", () => {
  const graph = made({ edges: [[0, 1, 0]] });
  const budget = { ...noLimit, maxExamined: 0 };
  const request = { starts: [0], ends: [1], fixOf: () => 0, budget };
  expect(chokePoints(walkOf({ ...graph, starts: [0], ends: [1] }), request)).toEqual({
    ok: false,
    reason: "cut_short",
    cutShort: "steps",
  });
});

function cut(graph: SmallGraph) {
  const { starts, ends, edges } = graph;
  const fixOf = (edge: number) => edges[edge]!.fix;
  return chokePoints(walkOf(graph), { starts, ends, fixOf, budget: noLimit });
}

function expectCut(graph: SmallGraph, points: { fix: number; edges: number[] }[]): void {
  const fixes = points.map(({ fix }) => fix);
  expect(pathWithout(graph, new Set(fixes))).toBeNull();
  for (const fix of fixes) {
    const others = new Set(fixes.filter((one) => one !== fix));
    expect(pathWithout(graph, others)).not.toBeNull();
  }
  for (const { fix, edges } of points) {
    expect(new Set(edges.map((edge) => graph.edges[edge]!.fix))).toEqual(new Set([fix]));
  }
}

/** The size of the smallest cut: every remaining path needs one of its fixes applied. */
function smallestCut(graph: SmallGraph, made: Set<number>, most = 9): number {
  const path = pathWithout(graph, made);
  if (!path) return 0;
  if (most === 0) return Number.POSITIVE_INFINITY;
  let best = Number.POSITIVE_INFINITY;
  for (const fix of fixesOn(graph, path)) {
    const rest = smallestCut(graph, new Set([...made, fix]), Math.min(most, best - 1) - 1);
    best = Math.min(best, 1 + rest);
  }
  return best;
}

const fixesOn = (graph: SmallGraph, path: Move[]) =>
  new Set(
    path
      .flatMap(({ edge, through }) => (through < 0 ? [edge] : [edge, through]))
      .map((edge) => graph.edges[edge]!.fix)
      .filter((fix) => fix >= 0),
  );

const known = new WeakMap<SmallGraph, Move[]>();

function allSteps(graph: SmallGraph): Move[] {
  const steps = known.get(graph) ?? movesOf(graph);
  known.set(graph, steps);
  return steps;
}

/** A path from a start to an end that no fix in the set removes. */
function pathWithout(graph: SmallGraph, fixes: Set<number>): Move[] | null {
  const gone = (edge: number) => edge >= 0 && fixes.has(graph.edges[edge]!.fix);
  const steps = allSteps(graph).filter(({ edge, through }) => !gone(edge) && !gone(through));
  const ways = graph.starts.map((node) => ({ node, path: [] as Move[] }));
  const seen = new Set(graph.starts);
  for (const { node, path } of ways) {
    if (graph.ends.includes(node)) return path;
    for (const step of steps) {
      if (step.from !== node || seen.has(step.node)) continue;
      seen.add(step.node);
      ways.push({ node: step.node, path: [...path, step] });
    }
  }
  return null;
}

function made({
  edges,
  transit = [],
}: {
  edges: (readonly [from: number, to: number, fix: number])[];
  transit?: number[];
}): SmallGraph {
  const nodes = 8;
  return {
    nodes,
    transit: Array.from({ length: nodes }, (_, node) => transit.includes(node)),
    closed: new Array(nodes).fill(false),
    edges: edges.map(([from, to, fix]) => ({ from, to, fix, cost: 1, allowed: true })),
    guards: edges.map((_, edge) => edge),
    starts: [],
    ends: [],
  };
}
