import fc from "fast-check";
import { expect, test } from "vitest";
import { rankTargets } from "../../../../../src/brain/pathfinder/search/rank-targets.ts";
import { cheapestWithin, noLimit, smallGraphs, walkOf } from "./small-graph.ts";

const maxSteps = 5;

test("groups are ranked by their cheapest path, then by the number of sources", () => {
  fc.assert(
    fc.property(smallGraphs(), fc.integer({ min: 0, max: 4 }), (given, top) => {
      // Any node may be an end here, so there are no transit nodes.
      const graph = { ...given, transit: given.transit.map(() => false) };
      const endGroups = [[0, 1], [2], [3, 4], [5]];
      const startGroups = [[6], [7], [0, 6]];
      const counts = (start: number, end: number) => start !== 2 || end !== 0;
      const request = { entries: graph.starts, endGroups, startGroups, counts, top };
      const { ranked } = rankTargets(walkOf(graph), { ...request, maxSteps, budget: noLimit });

      const within = cheapestWithin(graph, maxSteps);
      const costOf = (nodes: number[]) =>
        Math.min(...nodes.map((node) => within.get(node)?.cost ?? Number.POSITIVE_INFINITY));
      const getTo = (nodes: number[], end: number) =>
        startGroups.filter((starts, start) => {
          const from = cheapestWithin({ ...graph, starts }, maxSteps);
          return counts(start, end) && nodes.some((node) => from.has(node));
        }).length;
      expect(ranked.map(({ endGroup }) => endGroup).sort()).toEqual([0, 1, 2, 3]);
      for (const [at, { endGroup, cost, startGroups: counted }] of ranked.entries()) {
        const nodes = endGroups[endGroup]!;
        expect(cost ?? Number.POSITIVE_INFINITY).toBe(costOf(nodes));
        if (at < top && cost !== null) expect(counted).toBe(getTo(nodes, endGroup));
        const next = ranked[at + 1];
        if (next) expect(cost ?? 1e9).toBeLessThanOrEqual(next.cost ?? 1e9);
        if (next && next.cost === cost && counted !== null) {
          expect(counted).toBeGreaterThanOrEqual(next.startGroups ?? -1);
        }
      }
    }),
    { numRuns: 100 },
  );
});
