import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createMultigraph,
  type EdgeColumns,
  type Multigraph,
} from "../../../../../src/brain/pathfinder/graph/multigraph.ts";
import { edgeStates } from "../../../../../src/brain/pathfinder/rules/edge-rule.ts";

const edgeColumns: fc.Arbitrary<EdgeColumns> = fc.record({
  from: fc.nat(5),
  to: fc.nat(5),
  cost: fc.integer({ min: 1, max: 255 }),
  owner: fc.nat(3),
  state: fc.constantFrom(...edgeStates),
  rule: fc.nat(65_535),
  row: fc.nat(1e9),
  guard: fc.integer({ min: -1, max: 1e9 }),
});
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ add: edgeColumns }) },
    { weight: 3, arbitrary: fc.record({ remove: fc.nat(100) }) },
    { weight: 1, arbitrary: fc.record({ removeOf: fc.nat(3) }) },
  ),
  { maxLength: 60 },
);

test("adding and removing edges keeps the remaining ones in their lists", () => {
  fc.assert(
    fc.property(steps, (todo) => {
      const graph = createMultigraph();
      for (let node = 0; node < 6; node++) graph.addNode();
      const left = new Map<number, EdgeColumns>();
      for (const step of todo) {
        if ("add" in step) {
          const edge = graph.addEdge(step.add);
          expect(left.has(edge)).toBe(false);
          left.set(edge, step.add);
        } else if ("remove" in step) {
          const edge = [...left.keys()][step.remove];
          if (edge !== undefined) graph.removeEdge(edge);
          left.delete(edge ?? -1);
        } else {
          graph.removeEdgesOf(step.removeOf);
          for (const [edge, { owner }] of left) if (owner === step.removeOf) left.delete(edge);
        }
      }
      expectSame(graph, left);
    }),
    { numRuns: 300 },
  );
});

test("the number of a removed edge is used for the next one", () => {
  const graph = createMultigraph();
  const [from, to] = [graph.addNode(), graph.addNode()];
  const columns = { from, to, cost: 1, owner: 0, rule: 0, row: 0, guard: -1 };
  const first = graph.addEdge({ ...columns, state: "proven" });
  graph.addEdge({ ...columns, state: "proven" });
  graph.removeEdge(first);
  expect(graph.addEdge({ ...columns, state: "inferred" })).toBe(first);
  expect([graph.size, graph.edges, graph.state(first)]).toEqual([2, 2, "inferred"]);
});

test("a cost outside 1 to 255 is refused", () => {
  const graph = createMultigraph();
  const node = graph.addNode();
  const columns = { from: node, to: node, owner: 0, state: "proven", rule: 0, row: 0 } as const;
  for (const cost of [0, 256, 1.5]) {
    expect(() => graph.addEdge({ ...columns, cost, guard: -1 })).toThrow(RangeError);
  }
});

function expectSame(graph: Multigraph, left: ReadonlyMap<number, EdgeColumns>): void {
  expect(graph.size).toBe(left.size);
  const columns = ["from", "to", "cost", "owner", "state", "rule", "row", "guard"] as const;
  const told = [...left.keys()].map((edge) => columns.map((column) => graph[column](edge)));
  expect(told).toEqual([...left.values()].map((edge) => columns.map((column) => edge[column])));
  const lists = {
    from: [graph.firstOut, graph.nextOut],
    to: [graph.firstIn, graph.nextIn],
    owner: [graph.firstOf, graph.nextOf],
  } as const;
  for (const column of ["from", "to", "owner"] as const) {
    for (let key = 0; key < 6; key++) {
      const expected = [...left].filter(([, edge]) => edge[column] === key).map(([edge]) => edge);
      expect(listed(key, lists[column]).sort()).toEqual(expected.sort());
    }
  }
}

function listed(
  key: number,
  [first, next]: readonly [(key: number) => number, (edge: number) => number],
): number[] {
  const edges: number[] = [];
  for (let edge = first(key); edge >= 0; edge = next(edge)) edges.push(edge);
  return edges;
}
