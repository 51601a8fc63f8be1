import fc from "fast-check";
import { expect, test } from "vitest";
import type { VisitStep, WalkGraph } from "../../../../../src/brain/pathfinder/graph/walk-graph.ts";
import { kBestPaths } from "../../../../../src/brain/pathfinder/search/k-best-paths.ts";
import { allPaths, faultOf, noLimit, smallGraphs, walkOf } from "./small-graph.ts";

test("the paths are the cheapest simple ones, each once, over existing steps", () => {
  fc.assert(
    fc.property(
      smallGraphs(),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 8 }),
      (graph, k, maxSteps) => {
        const { starts, ends } = graph;
        const request = { starts, ends, k, maxSteps, budget: noLimit };
        const { paths, cutShort } = kBestPaths(walkOf(graph), request);
        const all = allPaths(graph, maxSteps);
        expect(cutShort).toBeNull();
        expect(paths.map(({ cost }) => cost)).toEqual(all.slice(0, k).map(({ cost }) => cost));
        expect(paths.map((path) => faultOf(graph, path))).toEqual(paths.map(() => null));
        const found = paths.map(({ start, steps }) => [start, ...steps.map(({ node }) => node)]);
        expect(new Set(found.map(String)).size).toBe(paths.length);
        const possible = new Set(all.map(({ nodes }) => String(nodes)));
        expect(found.filter((nodes) => !possible.has(String(nodes)))).toEqual([]);
      },
    ),
    { numRuns: 400 },
  );
});

test("a search over budget returns the paths found so far, marked as cut short", () => {
  const cut = fc.sample(smallGraphs(), 300).flatMap((graph) => {
    const { starts, ends } = graph;
    const budget = { ...noLimit, maxExamined: 30 };
    const request = { starts, ends, k: 50, maxSteps: 8 };
    const { paths, cutShort } = kBestPaths(walkOf(graph), { ...request, budget });
    expect(paths.map((path) => faultOf(graph, path))).toEqual(paths.map(() => null));
    if (cutShort === null) expect(paths.length).toBe(Math.min(50, allPaths(graph, 8).length));
    return cutShort === null ? [] : [{ cutShort, found: paths.length }];
  });
  expect(new Set(cut.map(({ cutShort }) => cutShort))).toEqual(new Set(["steps"]));
  expect(cut.some(({ found }) => found > 0)).toBe(true);
});

test("two halves joined by one bridge have exactly the paths over it", () => {
  const half = 2_000;
  /** Each half a ring with chords; only the first half's node 7 leads into the other. */
  const next = (node: number) => {
    const base = node < half ? 0 : half;
    const to = [1, 10, 100].map((step) => base + ((node - base + step) % half));
    return node === 7 ? [...to, half] : to;
  };
  const into = new Map<number, number[]>();
  for (let node = 0; node < 2 * half; node++) {
    for (const to of next(node)) into.set(to, [...(into.get(to) ?? []), node]);
  }
  const visitAll = (nodes: number[], visit: VisitStep) => {
    for (const node of nodes) visit(node, 1, 0, -1);
  };
  const graph: WalkGraph = {
    nodes: 2 * half,
    firstVirtual: 2 * half,
    edges: 1,
    outgoing: (node, visit) => visitAll(next(node), visit),
    incoming: (node, visit) => visitAll(into.get(node) ?? [], visit),
  };
  const budget = { ...noLimit, maxExamined: 2_000_000 };
  const request = { starts: [6], ends: [half + 1], k: 3, maxSteps: 2, budget };
  expect(kBestPaths(graph, { ...request, maxSteps: 3 }).paths.map(({ cost }) => cost)).toEqual([3]);
  expect(kBestPaths(graph, request)).toEqual({ paths: [], cutShort: null });
  const more = kBestPaths(graph, { ...request, maxSteps: 4_000 });
  expect([more.paths.length, more.cutShort]).toEqual([3, null]);
});
