import fc from "fast-check";
import { expect, test } from "vitest";
import { kBestPaths } from "../../../../../src/brain/pathfinder/search/k-best-paths.ts";
import { allPaths, faultOf, noLimit, smallGraphs, walkOf } from "./small-graph.ts";

test("the paths are the cheapest of all simple ones, each once, and made of moves there are", () => {
  fc.assert(
    fc.property(
      smallGraphs(),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 8 }),
      (graph, k, maxMoves) => {
        const { starts, ends } = graph;
        const request = { starts, ends, k, maxMoves, budget: noLimit };
        const { paths, cutShort } = kBestPaths(walkOf(graph), request);
        const all = allPaths(graph, maxMoves);
        expect(cutShort).toBeNull();
        expect(paths.map(({ cost }) => cost)).toEqual(all.slice(0, k).map(({ cost }) => cost));
        expect(paths.map((path) => faultOf(graph, path))).toEqual(paths.map(() => null));
        const found = paths.map(({ start, moves }) => [start, ...moves.map(({ node }) => node)]);
        expect(new Set(found.map(String)).size).toBe(paths.length);
        const possible = new Set(all.map(({ nodes }) => String(nodes)));
        expect(found.filter((nodes) => !possible.has(String(nodes)))).toEqual([]);
      },
    ),
    { numRuns: 400 },
  );
});
