import type { CutArcs } from "./cut-arcs.ts";
import { createFlowNetwork, type FlowNetwork, unlimited } from "./flow-network.ts";

export interface CutNetwork {
  network: FlowNetwork;
  source: number;
  sink: number;
  /** The arcs that a fix takes away, with that fix: one unit may flow over each. */
  fixOfArc: ReadonlyMap<number, number>;
}

interface CutRequest {
  starts: readonly number[];
  ends: readonly number[];
  fixOf(edge: number): number;
}

/** From the source to all starts, from all ends to the sink, and between them what fixes take away. */
export function createCutNetwork(
  { places, arcs, free }: CutArcs,
  { starts, ends, fixOf }: CutRequest,
): CutNetwork {
  const network = createFlowNetwork();
  const nodes = new Int32Array(places).fill(-1);
  const nodeOf = (place: number) => {
    if (nodes[place]! < 0) nodes[place] = network.addNode();
    return nodes[place]!;
  };
  const [source, sink] = [network.addNode(), network.addNode()];
  for (const place of starts) network.addArc(source, nodeOf(place), unlimited);
  for (const place of ends) network.addArc(nodeOf(place), sink, unlimited);
  for (const { from, to } of free) network.addArc(nodeOf(from), nodeOf(to), unlimited);

  const byFix = new Map<number, Map<number, Set<number>>>();
  for (const { from, to, edge } of arcs) {
    const fix = fixOf(edge);
    if (fix < 0) network.addArc(nodeOf(from), nodeOf(to), unlimited);
    else addSource(byFix, { fix, from: nodeOf(from), to: nodeOf(to) });
  }
  const fixOfArc = new Map<number, number>();
  for (const [fix, sourcesOf] of byFix) {
    for (const part of partsOf(sourcesOf)) fixOfArc.set(addPart(network, part), fix);
  }
  return { network, source, sink, fixOfArc };
}

function addSource(
  byFix: Map<number, Map<number, Set<number>>>,
  { fix, from, to }: { fix: number; from: number; to: number },
): void {
  const sourcesOf = byFix.get(fix) ?? new Map<number, Set<number>>();
  const sources = sourcesOf.get(to) ?? new Set<number>();
  byFix.set(fix, sourcesOf.set(to, sources.add(from)));
}

/** Edges of one fix that lead from each of some nodes to each of others. */
interface Part {
  sources: number[];
  targets: number[];
}

function partsOf(sourcesOf: ReadonlyMap<number, ReadonlySet<number>>): Iterable<Part> {
  const parts = new Map<string, Part>();
  for (const [target, set] of sourcesOf) {
    const sources = [...set].sort((a, b) => a - b);
    const part = parts.get(sources.join());
    if (part) part.targets.push(target);
    else parts.set(sources.join(), { sources, targets: [target] });
  }
  return parts.values();
}

/** One arc for all of a part's edges. */
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
