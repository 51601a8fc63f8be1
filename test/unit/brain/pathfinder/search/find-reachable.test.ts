import fc from "fast-check";
import { expect, test } from "vitest";
import type { WalkGraph } from "../../../../../src/brain/pathfinder/graph/walk-graph.ts";
import { reachFrom, reachInto } from "../../../../../src/brain/pathfinder/search/find-reachable.ts";
import {
  cheapestWithin,
  faultOf,
  noLimit,
  type SmallGraph,
  smallGraphs,
  walkOf,
} from "./small-graph.ts";

const maxSteps = fc.integer({ min: 0, max: 8 });

test("each reached node has its lowest cost within the step limit, and the fewest steps at that cost", () => {
  fc.assert(
    fc.property(smallGraphs(), maxSteps, (graph, most) => {
      const reached = reachFrom(walkOf(graph), graph.starts, { maxSteps: most, budget: noLimit });
      const expected = cheapestWithin(graph, most);
      expect(reached.cutShort).toBeNull();
      const told = Array.from({ length: graph.nodes }, (_, node) => ({
        cost: reached.costOf(node),
        steps: reached.stepsOf(node),
      }));
      expect(told).toEqual(told.map((_, node) => expected.get(node) ?? { cost: -1, steps: -1 }));
      expect([...reached.nodes].sort()).toEqual([...expected.keys()].sort());
      const costs = reached.nodes.map(reached.costOf);
      expect(costs).toEqual([...costs].sort((a, b) => a - b));
    }),
    { numRuns: 300 },
  );
});

test("the path to each node uses existing steps and has the reported cost and length", () => {
  fc.assert(
    fc.property(smallGraphs(), maxSteps, (graph, most) => {
      const reached = reachFrom(walkOf(graph), graph.starts, { maxSteps: most, budget: noLimit });
      const paths = reached.nodes.map(reached.pathOf);
      expect(paths.map((path) => faultOf(graph, path)).filter(Boolean)).toEqual([]);
      expect(paths.filter(({ start }) => !graph.starts.includes(start))).toEqual([]);
      expect(
        paths.map(({ start, cost, steps }) => [steps.at(-1)?.node ?? start, cost, steps.length]),
      ).toEqual(reached.nodes.map((node) => [node, reached.costOf(node), reached.stepsOf(node)]));
    }),
    { numRuns: 300 },
  );
});

test("sources of an end are those of the reversed graph, with paths in walking direction", () => {
  fc.assert(
    fc.property(smallGraphs(), maxSteps, (graph, most) => {
      const inbound = reachInto(walkOf(graph), graph.ends, { maxSteps: most, budget: noLimit });
      const expected = cheapestWithin(withoutTransit(turnedRound(graph)), most);
      const paths = inbound.nodes.map(inbound.pathOf);
      expect(paths.map((path) => faultOf(graph, path)).filter(Boolean)).toEqual([]);
      expect(paths.map(({ start }) => start)).toEqual(inbound.nodes);
      const last = paths.map(({ start, steps }) => steps.at(-1)?.node ?? start);
      expect(last.filter((node) => !graph.ends.includes(node))).toEqual([]);
      if (graph.transit.some(Boolean)) return;
      const costs = inbound.nodes.map((node) => [node, inbound.costOf(node)]);
      expect(new Map(costs as [number, number][])).toEqual(
        new Map([...expected].map(([node, { cost }]) => [node, cost])),
      );
    }),
    { numRuns: 300 },
  );
});

test("a search that times out returns its results so far, marked as cut short", () => {
  const nowMs = (
    (ms) => () =>
      ++ms
  )(0);
  const { reached, looks } = reachAlongLine({ deadlineMs: 3, nowMs });
  expect(reached.cutShort).toBe("time");
  expect(reached.nodes.length).toBeGreaterThan(50);
  expect(reached.nodes.length).toBeLessThan(1_000);
  expect(looks.length).toBe(3);
});

test("a search that reaches its step budget is marked as cut short", () => {
  const { reached } = reachAlongLine({ maxExamined: 400 });
  expect([reached.cutShort, reached.nodes.length]).toEqual(["steps", 401]);
});

function reachAlongLine(budget: Partial<typeof noLimit>) {
  const looks: number[] = [];
  const line: WalkGraph = {
    nodes: 5_000,
    firstVirtual: 5_000,
    edges: 5_000,
    outgoing(node, visit, isWorth) {
      if (node + 1 < 5_000 && isWorth(node + 1, 1)) visit(node + 1, 1, node, -1);
    },
    incoming: () => undefined,
  };
  const reached = reachFrom(line, [0], {
    maxSteps: 5_000,
    budget: { ...noLimit, ...budget, onProgress: (steps) => looks.push(steps) },
  });
  return { reached, looks };
}

const withoutTransit = (graph: SmallGraph): SmallGraph => ({
  ...graph,
  transit: graph.transit.map(() => false),
});

function turnedRound(graph: SmallGraph): SmallGraph {
  return {
    ...graph,
    edges: graph.edges.map((edge) => ({ ...edge, from: edge.to, to: edge.from })),
    starts: graph.ends,
    ends: graph.starts,
  };
}
