import fc from "fast-check";
import { createPairTable } from "../../../../../src/brain/pathfinder/graph/edge-pairs.ts";
import { createMultigraph } from "../../../../../src/brain/pathfinder/graph/multigraph.ts";
import { createWalk } from "../../../../../src/brain/pathfinder/graph/walk.ts";
import type { WalkGraph } from "../../../../../src/brain/pathfinder/graph/walk-graph.ts";
import type { Budget, FoundPath } from "../../../../../src/brain/pathfinder/search/types.ts";

interface Edge {
  from: number;
  to: number;
  cost: number;
  allowed: boolean;
  /** -1: no fix. */
  fix: number;
}

/** A graph small enough for exhaustive search. */
export interface SmallGraph {
  nodes: number;
  transit: boolean[];
  closed: boolean[];
  edges: Edge[];
  /**
   * The condition of an edge out of a transit node on the edge before it: its number modulo three.
   */
  guards: number[];
  starts: number[];
  ends: number[];
}

export interface Move {
  from: number;
  node: number;
  cost: number;
  edge: number;
  through: number;
}

export const noLimit: Budget = {
  deadlineMs: Number.POSITIVE_INFINITY,
  nowMs: () => 0,
  maxExamined: Number.POSITIVE_INFINITY,
};

const nodeCount = 8;
const someNodes = fc.uniqueArray(fc.nat(nodeCount - 1), { minLength: 1, maxLength: 2 });
const often = (value: boolean) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(value) }, fc.boolean());

/** Graphs of eight nodes; at most `fixes` fixes, by default one per edge. */
export function smallGraphs(fixes?: number): fc.Arbitrary<SmallGraph> {
  const edge = fc.record({
    from: fc.nat(nodeCount - 1),
    to: fc.nat(nodeCount - 1),
    cost: fc.integer({ min: 1, max: 6 }),
    allowed: often(true),
    fix: fc.integer({ min: -1, max: (fixes ?? 8) - 1 }),
  });
  return fc
    .record({
      nodes: fc.constant(nodeCount),
      transit: fc.array(often(false), { minLength: nodeCount, maxLength: nodeCount }),
      closed: fc.array(often(false), { minLength: nodeCount, maxLength: nodeCount }),
      edges: fc.array(edge, { minLength: 14, maxLength: 40 }),
      guards: fc.array(fc.nat(8), { minLength: 40, maxLength: 40 }),
      starts: someNodes,
      ends: someNodes,
    })
    .map((graph) => ({
      ...graph,
      edges: fixes
        ? graph.edges
        : graph.edges.map((one, at) => ({ ...one, fix: one.fix < 0 ? -1 : at })),
    }));
}

/** -1: refused; otherwise the additional cost. */
const passCodes = 2;
const admits = ({ guards }: SmallGraph, through: number, edge: number) =>
  (guards[edge]! + through) % 3 === 0 ? -1 : (guards[edge]! + through) % 2;

const has = (nodes: number[], node: number) => nodes.includes(node);

/** Every step, straight from the definition. */
export function movesOf(graph: SmallGraph): Move[] {
  const open = (node: number) => !graph.closed[node];
  const usable = graph.edges.flatMap((edge, number) =>
    edge.allowed && open(edge.from) && open(edge.to) ? [{ ...edge, number }] : [],
  );
  const stops = (node: number, at: number[]) => !graph.transit[node] || has(at, node);
  const direct = usable
    .filter(({ from, to }) => stops(from, graph.starts) && stops(to, graph.ends))
    .map(({ from, to, cost, number }) => ({ from, node: to, cost, edge: number, through: -1 }));
  const passing = usable.flatMap((through) =>
    usable.flatMap((edge) => {
      const meet = through.to === edge.from && graph.transit[edge.from];
      if (!meet || graph.transit[through.from] || graph.transit[edge.to]) return [];
      const more = admits(graph, through.number, edge.number);
      if (more < 0) return [];
      const cost = through.cost + edge.cost + more;
      return [
        { from: through.from, node: edge.to, cost, edge: edge.number, through: through.number },
      ];
    }),
  );
  return [...direct, ...passing];
}

export function walkOf(graph: SmallGraph, mostKept?: number): WalkGraph {
  const multigraph = createMultigraph();
  for (let node = 0; node < graph.nodes; node++) multigraph.addNode();
  for (const { from, to, cost } of graph.edges) {
    multigraph.addEdge({
      from,
      to,
      cost,
      owner: 0,
      state: "proven",
      rule: 0,
      row: 0,
      guard: -1,
    });
  }
  const surcharge = (edge: number) => (graph.edges[edge]!.allowed ? 0 : -1);
  return createWalk(multigraph, {
    isTransit: (node) => graph.transit[node]!,
    edgePairs: createPairTable(
      multigraph,
      {
        codeOf: surcharge,
        sourceOf: (through) => through,
        guardOf: (edge) => edge,
        passCode: (through, edge) => admits(graph, through, edge),
        passCodes,
      },
      mostKept,
    ).listed(Int32Array.from({ length: passCodes }, (_, code) => code)),
    surcharge,
    nodeAllowed: (node) => !graph.closed[node],
    mayStartIn: (node) => has(graph.starts, node),
    mayEndIn: (node) => has(graph.ends, node),
  });
}

/** Every simple path with starts only first and ends only last; of parallel steps the cheapest. */
export function allPaths(graph: SmallGraph, maxSteps: number): { nodes: number[]; cost: number }[] {
  const costs = cheapestSteps(graph);
  const found: { nodes: number[]; cost: number }[] = [];
  function goOn(nodes: number[], cost: number): void {
    const last = nodes.at(-1)!;
    if (has(graph.ends, last)) found.push({ nodes, cost });
    if (has(graph.ends, last) || nodes.length > maxSteps) return;
    for (let node = 0; node < graph.nodes; node++) {
      if (has(nodes, node) || has(graph.starts, node)) continue;
      const next = costs.get(`${last} ${node}`);
      if (next !== undefined) goOn([...nodes, node], cost + next);
    }
  }
  for (const start of graph.starts) goOn([start], 0);
  return found.sort((a, b) => a.cost - b.cost);
}

function cheapestSteps(graph: SmallGraph): Map<string, number> {
  const costs = new Map<string, number>();
  for (const { from, node, cost } of movesOf(graph)) {
    const ends = `${from} ${node}`;
    costs.set(ends, Math.min(cost, costs.get(ends) ?? cost));
  }
  return costs;
}

/** What is wrong with `path` (a missing step or a wrong cost); null if nothing. */
export function faultOf(graph: SmallGraph, { start, cost, steps }: FoundPath): string | null {
  const there = movesOf(graph);
  let [at, sum] = [start, 0];
  for (const { node, edge, through } of steps) {
    const step = there.find(
      (one) => one.from === at && one.node === node && one.edge === edge && one.through === through,
    );
    if (!step) return `no step from ${at} to ${node} over ${through}, ${edge}`;
    at = node;
    sum += step.cost;
  }
  return sum === cost ? null : `costs ${sum}, not ${cost}`;
}

/**
 * The lowest cost from `starts` to each node and the fewest steps at that cost, by trying every
 * number of steps.
 */
export function cheapestWithin(
  graph: SmallGraph,
  maxSteps: number,
): Map<number, { cost: number; steps: number }> {
  const steps = movesOf(graph);
  let layer = new Map(graph.starts.map((node) => [node, 0]));
  const best = new Map(graph.starts.map((node) => [node, { cost: 0, steps: 0 }]));
  for (let count = 1; count <= maxSteps; count++) {
    const next = new Map<number, number>();
    for (const { from, node, cost } of steps) {
      const before = layer.get(from);
      if (before === undefined) continue;
      const sum = before + cost;
      if (sum < (next.get(node) ?? Number.POSITIVE_INFINITY)) next.set(node, sum);
    }
    for (const [node, cost] of next) {
      if (cost < (best.get(node)?.cost ?? Number.POSITIVE_INFINITY)) {
        best.set(node, { cost, steps: count });
      }
    }
    layer = next;
  }
  return best;
}
