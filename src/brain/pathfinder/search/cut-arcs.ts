import type { WalkGraph } from "../graph/walk-graph.ts";
import type { Meter } from "./meter.ts";

/**
 * The edges of a graph as arcs between vertices: its nodes, and one vertex or more inside each step
 * of two edges.
 */
export interface CutArcs {
  /** Vertices are 0 … `vertices` - 1, the graph's nodes first. */
  vertices: number;
  /** Arcs by edge; removing an edge removes all of its arcs. */
  arcs: ArcList & { edges: number[] };
  /** Arcs that belong to no edge. */
  free: ArcList;
}

/** Parallel lists: there may be millions of arcs. */
interface ArcList {
  from: number[];
  to: number[];
}

/**
 * The steps between nodes that are `relevant`. A step through a transit node becomes an arc to a
 * vertex shared by all sources with the same onward edges, and an arc from each edge's own vertex
 * to its target: ten thousand holders of a key that opens ten thousand accounts are twenty thousand
 * arcs.
 */
export function cutArcs(
  graph: WalkGraph,
  relevant: (node: number) => boolean,
  meter: Meter,
): CutArcs {
  const result: CutArcs = {
    vertices: graph.nodes,
    arcs: { from: [], to: [], edges: [] },
    free: { from: [], to: [] },
  };
  const vertexAfter = createVerticesAfter(result);
  for (let node = 0; node < graph.nodes; node++) {
    if (relevant(node) && !meter.spend(addArcsFrom(node))) break;
  }
  return result;

  /** Adds the arcs out of `node`; returns how many steps were examined. */
  function addArcsFrom(node: number): number {
    let examined = 0;
    const onwardByEdge = new Map<number, Onward>();
    graph.outgoing(
      node,
      (to, _cost, edge, through) => {
        if (!relevant(to)) return;
        if (through < 0) return addArc(result, { from: node, to, edge });
        const onward = onwardByEdge.get(through) ?? { edges: [], to: [] };
        onwardByEdge.set(through, onward);
        onward.edges.push(edge);
        onward.to.push(to);
      },
      (to) => {
        examined++;
        return relevant(to);
      },
    );
    for (const [edge, onward] of onwardByEdge) {
      addArc(result, { from: node, to: vertexAfter(onward), edge });
    }
    return examined;
  }
}

/** The edges that can follow another edge through a transit node. */
interface Onward {
  edges: number[];
  to: number[];
}

function addArc(
  { arcs }: CutArcs,
  { from, to, edge }: { from: number; to: number; edge: number },
): void {
  arcs.from.push(from);
  arcs.to.push(to);
  arcs.edges.push(edge);
}

/** The vertex that leads to exactly these edges; the same edges have the same vertex. */
function createVerticesAfter(result: CutArcs) {
  const known = new Map<number, { vertex: number; edges: number[] }[]>();
  const vertexBefore = createVerticesBefore(result);
  return ({ edges, to }: Onward): number => {
    const hash = hashOf(edges);
    const alike = known.get(hash) ?? [];
    const same = alike.find((one) => isSame(one.edges, edges));
    if (same) return same.vertex;
    const vertex = result.vertices++;
    known.set(hash, [...alike, { vertex, edges }]);
    for (const [at, edge] of edges.entries()) {
      result.free.from.push(vertex);
      result.free.to.push(vertexBefore(edge, to[at]!));
    }
    return vertex;
  };
}

/** The vertex that leads only to `edge`. */
function createVerticesBefore(result: CutArcs) {
  const vertexOfEdge = new Map<number, number>();
  return (edge: number, to: number): number => {
    const known = vertexOfEdge.get(edge);
    if (known !== undefined) return known;
    const vertex = result.vertices++;
    vertexOfEdge.set(edge, vertex);
    addArc(result, { from: vertex, to, edge });
    return vertex;
  };
}

function isSame(a: number[], b: number[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

function hashOf(values: number[]): number {
  let hash = 0x811c9dc5;
  for (const value of values) hash = Math.imul(hash ^ value, 0x01000193);
  return hash;
}
