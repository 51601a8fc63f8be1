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

const maxMoves = fc.integer({ min: 0, max: 8 });

test("each node that is reached has its cheapest cost within the bound, and the fewest moves for it", () => {
  fc.assert(
    fc.property(smallGraphs(), maxMoves, (graph, most) => {
      const reached = reachFrom(walkOf(graph), graph.starts, { maxMoves: most, budget: noLimit });
      const expected = cheapestWithin(graph, most);
      expect(reached.cutShort).toBeNull();
      const told = Array.from({ length: graph.nodes }, (_, node) => ({
        cost: reached.costOf(node),
        moves: reached.movesOf(node),
      }));
      expect(told).toEqual(told.map((_, node) => expected.get(node) ?? { cost: -1, moves: -1 }));
      expect([...reached.nodes].sort()).toEqual([...expected.keys()].sort());
      const costs = reached.nodes.map(reached.costOf);
      expect(costs).toEqual([...costs].sort((a, b) => a - b));
    }),
    { numRuns: 300 },
  );
});

test("the way to each node is made of moves there are and has the cost and moves told", () => {
  fc.assert(
    fc.property(smallGraphs(), maxMoves, (graph, most) => {
      const reached = reachFrom(walkOf(graph), graph.starts, { maxMoves: most, budget: noLimit });
      const paths = reached.nodes.map(reached.pathOf);
      expect(paths.map((path) => faultOf(graph, path)).filter(Boolean)).toEqual([]);
      expect(paths.filter(({ start }) => !graph.starts.includes(start))).toEqual([]);
      expect(
        paths.map(({ start, cost, moves }) => [moves.at(-1)?.node ?? start, cost, moves.length]),
      ).toEqual(reached.nodes.map((node) => [node, reached.costOf(node), reached.movesOf(node)]));
    }),
    { numRuns: 300 },
  );
});

test("who gets to an end is who reaches it in the graph turned round, by ways in their own direction", () => {
  fc.assert(
    fc.property(smallGraphs(), maxMoves, (graph, most) => {
      const inbound = reachInto(walkOf(graph), graph.ends, { maxMoves: most, budget: noLimit });
      const expected = cheapestWithin(withoutTransit(turnedRound(graph)), most);
      const paths = inbound.nodes.map(inbound.pathOf);
      expect(paths.map((path) => faultOf(graph, path)).filter(Boolean)).toEqual([]);
      expect(paths.map(({ start }) => start)).toEqual(inbound.nodes);
      const last = paths.map(({ start, moves }) => moves.at(-1)?.node ?? start);
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

test("a search that is out of time tells so, with what it had", () => {
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

test("a search that has looked at enough moves tells so", () => {
  const { reached } = reachAlongLine({ maxMoves: 400 });
  expect([reached.cutShort, reached.nodes.length]).toEqual(["moves", 401]);
});

function reachAlongLine(budget: Partial<typeof noLimit>) {
  const looks: number[] = [];
  const line: WalkGraph = {
    nodes: 5_000,
    passing: 5_000,
    edges: 5_000,
    movesFrom(node, visit, isWorth) {
      if (node + 1 < 5_000 && isWorth(node + 1, 1)) visit(node + 1, 1, node, -1);
    },
    movesInto: () => undefined,
  };
  const reached = reachFrom(line, [0], {
    maxMoves: 5_000,
    budget: { ...noLimit, ...budget, onProgress: (moves) => looks.push(moves) },
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
