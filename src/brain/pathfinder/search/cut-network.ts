import type { CutArcs } from "./cut-arcs.ts";
import { createFlowNetwork, type FlowNetwork, unlimited } from "./flow-network.ts";

export interface CutNetwork {
  network: FlowNetwork;
  source: number;
  sink: number;
  /** The arcs that a fix removes, each with capacity 1, and that fix. */
  fixOfArc: ReadonlyMap<number, number>;
}

interface CutRequest {
  starts: readonly number[];
  ends: readonly number[];
  fixOf(edge: number): number;
}

/**
 * Connects the source to all starts and all ends to the sink, with the arcs that fixes remove
 * between them.
 */
export function createCutNetwork(
  { vertices, arcs, free }: CutArcs,
  { starts, ends: endVertices, fixOf }: CutRequest,
): CutNetwork {
  const network = createFlowNetwork();
  const nodes = new Int32Array(vertices).fill(-1);
  const nodeOf = (vertex: number) => {
    if (nodes[vertex]! < 0) nodes[vertex] = network.addNode();
    return nodes[vertex]!;
  };
  const [source, sink] = [network.addNode(), network.addNode()];
  for (const vertex of starts) network.addArc(source, nodeOf(vertex), unlimited);
  for (const vertex of endVertices) network.addArc(nodeOf(vertex), sink, unlimited);
  for (const [at, from] of free.from.entries()) {
    network.addArc(nodeOf(from), nodeOf(free.to[at]!), unlimited);
  }
  const { fixes, arcsOf } = groupByFix(arcs.edges.map(fixOf));
  const ends = (at: number) => ({ from: nodeOf(arcs.from[at]!), to: nodeOf(arcs.to[at]!) });
  for (const at of arcsOf(-1)) {
    const { from, to } = ends(at);
    network.addArc(from, to, unlimited);
  }
  const fixOfArc = new Map<number, number>();
  for (const fix of fixes) {
    for (const part of partsOf(arcsOf(fix).map(ends))) fixOfArc.set(addPart(network, part), fix);
  }
  return { network, source, sink, fixOfArc };
}

/** Indexes of the arcs of each fix; -1 stands for all arcs that no fix removes. */
function groupByFix(fixOfArc: number[]): { fixes: number[]; arcsOf(fix: number): number[] } {
  const last = new Map<number, number>();
  const before = new Int32Array(fixOfArc.length);
  for (const [at, given] of fixOfArc.entries()) {
    const fix = Math.max(given, -1);
    before[at] = last.get(fix) ?? -1;
    last.set(fix, at);
  }
  return {
    fixes: [...last.keys()].filter((fix) => fix >= 0),
    arcsOf(fix) {
      const arcs: number[] = [];
      for (let at = last.get(fix) ?? -1; at >= 0; at = before[at]!) arcs.push(at);
      return arcs;
    },
  };
}

/** Edges of one fix that lead from each of its sources to each of its targets. */
interface Part {
  sources: number[];
  targets: number[];
}

function partsOf(edges: { from: number; to: number }[]): Iterable<Part> {
  const [only] = edges;
  if (only && edges.length === 1) return [{ sources: [only.from], targets: [only.to] }];
  const sourcesOf = new Map<number, Set<number>>();
  for (const { from, to } of edges) sourcesOf.set(to, (sourcesOf.get(to) ?? new Set()).add(from));
  const parts = new Map<string, Part>();
  for (const [target, set] of sourcesOf) {
    const sources = [...set].sort((a, b) => a - b);
    const part = parts.get(sources.join());
    if (part) part.targets.push(target);
    else parts.set(sources.join(), { sources, targets: [target] });
  }
  return parts.values();
}

/** One arc for all edges of a part. */
function addPart(network: FlowNetwork, { sources, targets }: Part): number {
  const from = gathered(sources, (node, all) => network.addArc(node, all, unlimited));
  const to = gathered(targets, (node, all) => network.addArc(all, node, unlimited));
  return network.addArc(from, to, 1);

  function gathered(nodes: number[], join: (node: number, all: number) => void): number {
    if (nodes.length === 1) return nodes[0]!;
    const all = network.addNode();
    for (const node of nodes) join(node, all);
    return all;
  }
}
