import fc from "fast-check";
import { expect, test } from "vitest";
import type { WalkGraph } from "../../../../../src/brain/pathfinder/graph/walk-graph.ts";
import { countPaths } from "../../../../../src/brain/pathfinder/search/count-paths.ts";
import { allPaths, noLimit, smallGraphs, walkOf } from "./small-graph.ts";

test("every simple path within the step limit is counted once, up to the limit", () => {
  fc.assert(
    fc.property(
      smallGraphs(),
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 1, max: 20 }),
      (graph, maxSteps, limit) => {
        const { starts, ends } = graph;
        const counted = countPaths(walkOf(graph), {
          starts,
          ends,
          maxSteps,
          limit,
          budget: noLimit,
        });
        const there = allPaths(graph, maxSteps).length;
        expect(counted).toEqual({
          count: Math.min(there, limit),
          limited: there >= limit,
          cutShort: null,
        });
      },
    ),
    { numRuns: 200 },
  );
});

test("counting over budget returns the count so far", () => {
  const nodes = 14;
  const everyOther: WalkGraph["outgoing"] = (node, visit, isWorth) => {
    for (let to = 0; to < nodes; to++) if (to !== node && isWorth(to, 1)) visit(to, 1, 0, -1);
  };
  const graph = {
    nodes,
    firstVirtual: nodes,
    edges: 1,
    outgoing: everyOther,
    incoming: everyOther,
  };
  const budget = { ...noLimit, maxExamined: 20_000 };
  const request = { starts: [0], ends: [13], maxSteps: 13, limit: 1e9, budget };
  const { count, limited, cutShort } = countPaths(graph, request);
  expect({ limited, cutShort }).toEqual({ limited: false, cutShort: "steps" });
  expect(count).toBeGreaterThan(100);
});
