import type { WalkGraph } from "../graph/walk-graph.ts";
import type { Meter } from "./meter.ts";

/** The edges of a graph as arcs between places, which are its nodes and what lies within its moves. */
export interface CutArcs {
  /** Places are 0 … `places` - 1, the graph's nodes first. */
  vertices: number;
  /** What an edge is between; taking the edge away takes away all of its arcs. */
  arcs: ArcList & { edges: number[] };
  /** What leads on without an edge. */
  free: ArcList;
}

/** Lists beside each other: there may be millions. */
interface ArcList {
  from: number[];
  to: number[];
}

/**
 * The moves between nodes that are `relevant`. A move through a transit node is an arc to the place
 * of all who are admitted where it is, and from each edge's own place an arc to where that edge
 * leads: ten thousand holders of a key that opens ten thousand accounts are twenty thousand arcs.
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
  const placeAfter = createPlacesAfter(result);
  for (let node = 0; node < graph.nodes; node++) {
    if (relevant(node) && !meter.spend(addMovesFrom(node))) break;
  }
  return result;

  /** Adds what leads on from `node`; tells how many moves were looked at. */
  function addMovesFrom(node: number): number {
    let looked = 0;
    const passing = new Map<number, Onward>();
    graph.outgoing(
      node,
      (to, _cost, edge, through) => {
        if (!relevant(to)) return;
        if (through < 0) return addArc(result, { from: node, to, edge });
        const onward = passing.get(through) ?? { edges: [], to: [] };
        passing.set(through, onward);
        onward.edges.push(edge);
        onward.to.push(to);
      },
      (to) => {
        looked++;
        return relevant(to);
      },
    );
    for (const [edge, onward] of passing) {
      addArc(result, { from: node, to: placeAfter(onward), edge });
    }
    return looked;
  }
}

/** The edges that are open once one has come over another. */
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

/** The place from which just these edges are open; the same ones have the same place. */
function createPlacesAfter(result: CutArcs) {
  const known = new Map<number, { place: number; edges: number[] }[]>();
  const placeBefore = createPlacesBefore(result);
  return ({ edges, to }: Onward): number => {
    const hash = hashOf(edges);
    const alike = known.get(hash) ?? [];
    const same = alike.find((one) => isSame(one.edges, edges));
    if (same) return same.place;
    const place = result.vertices++;
    known.set(hash, [...alike, { place, edges }]);
    for (const [at, edge] of edges.entries()) {
      result.free.from.push(place);
      result.free.to.push(placeBefore(edge, to[at]!));
    }
    return place;
  };
}

/** The place that only `edge` leads on from. */
function createPlacesBefore(result: CutArcs) {
  const places = new Map<number, number>();
  return (edge: number, to: number): number => {
    const known = places.get(edge);
    if (known !== undefined) return known;
    const place = result.vertices++;
    places.set(edge, place);
    addArc(result, { from: place, to, edge });
    return place;
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
