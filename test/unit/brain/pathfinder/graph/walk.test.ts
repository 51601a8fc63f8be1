import fc from "fast-check";
import { expect, test } from "vitest";
import type { WalkGraph } from "../../../../../src/brain/pathfinder/graph/walk-graph.ts";
import { type Move, movesOf, smallGraphs, walkOf } from "../search/small-graph.ts";

const inOrder = (steps: Move[]) =>
  steps
    .map(({ from, node, cost, edge, through }) => [from, node, cost, edge, through].join(" "))
    .sort();

test("steps obey filters, guards and transit nodes", () => {
  fc.assert(
    fc.property(smallGraphs(), (graph) => {
      expect(inOrder(movesFromAll(walkOf(graph)))).toEqual(inOrder(movesOf(graph)));
    }),
    { numRuns: 400 },
  );
});

test("the steps into all nodes are the steps out of all nodes", () => {
  fc.assert(
    fc.property(smallGraphs(), (graph) => {
      const walk = walkOf(graph);
      expect(inOrder(movesIntoAll(walk))).toEqual(inOrder(movesFromAll(walk)));
    }),
    { numRuns: 400 },
  );
});

test("the steps are the same with a tiny cache", () => {
  fc.assert(
    fc.property(smallGraphs(), (graph) => {
      const walk = walkOf(graph, 12);
      const steps = [...movesFromAll(walk), ...movesIntoAll(walk), ...movesFromAll(walk)];
      expect(inOrder(steps)).toEqual(inOrder(Array(3).fill(movesOf(graph)).flat()));
    }),
  );
});

function movesFromAll(walk: WalkGraph): Move[] {
  const steps: Move[] = [];
  for (let from = 0; from < walk.nodes; from++) {
    walk.outgoing(
      from,
      (node, cost, edge, through) => steps.push({ from, node, cost, edge, through }),
      () => true,
    );
  }
  return steps;
}

function movesIntoAll(walk: WalkGraph): Move[] {
  const steps: Move[] = [];
  for (let node = 0; node < walk.nodes; node++) {
    walk.incoming(
      node,
      (from, cost, edge, through) => steps.push({ from, node, cost, edge, through }),
      () => true,
    );
  }
  return steps;
}
