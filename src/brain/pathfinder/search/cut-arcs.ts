import type { WalkGraph } from "../types.ts";
import type { Meter } from "./meter.ts";

/** The edges of a graph as arcs between places, which are its nodes and what lies within its moves. */
export interface CutArcs {
  /** Places are 0 … `places` - 1, the graph's nodes first. */
  places: number;
  /** What an edge is between; taking the edge away takes away all of these. */
  arcs: { from: number; to: number; edge: number }[];
  /** What leads on without an edge. */
  free: { from: number; to: number }[];
}

/**
 * The moves between nodes that are `relevant`. A move through a transit node is an arc to the place of all
 * who are admitted where it is, and from each edge's own place an arc to where that edge leads:
 * ten thousand holders of a key that opens ten thousand accounts come to twenty thousand arcs.
 */
export function cutArcs(
  graph: WalkGraph,
  relevant: (node: number) => boolean,
  meter: Meter,
): CutArcs {
  const result: CutArcs = { places: graph.nodes, arcs: [], free: [] };
  const placeAfter = createPlacesAfter(result);
  for (let node = 0; node < graph.nodes; node++) {
    if (!relevant(node)) continue;
    const passing = new Map<number, { edge: number; to: number }[]>();
    let looked = 0;
    graph.movesFrom(node, (to, _cost, edge, through) => {
      looked++;
      if (!relevant(to)) return;
      if (through < 0) result.arcs.push({ from: node, to, edge });
      else if (!passing.get(through)?.push({ edge, to })) passing.set(through, [{ edge, to }]);
    });
    for (const [through, onward] of passing) {
      result.arcs.push({ from: node, to: placeAfter(onward), edge: through });
    }
    if (!meter.spend(looked)) break;
  }
  return result;
}

/** The place from which just these edges are open; the same ones have the same place. */
function createPlacesAfter(result: CutArcs) {
  const known = new Map<number, { place: number; edges: number[] }[]>();
  const placeBefore = createPlacesBefore(result);
  return (onward: { edge: number; to: number }[]): number => {
    const edges = onward.map(({ edge }) => edge);
    const hash = hashOf(edges);
    const alike = known.get(hash) ?? [];
    const same = alike.find((one) => isSame(one.edges, edges));
    if (same) return same.place;
    const place = result.places++;
    known.set(hash, [...alike, { place, edges }]);
    for (const { edge, to } of onward) result.free.push({ from: place, to: placeBefore(edge, to) });
    return place;
  };
}

/** The place that only `edge` leads on from. */
function createPlacesBefore(result: CutArcs) {
  const places = new Map<number, number>();
  return (edge: number, to: number): number => {
    const known = places.get(edge);
    if (known !== undefined) return known;
    const place = result.places++;
    places.set(edge, place);
    result.arcs.push({ from: place, to, edge });
    return place;
  };
}

const isSame = (a: number[], b: number[]) =>
  a.length === b.length && a.every((value, at) => value === b[at]);

const hashOf = (values: number[]) =>
  values.reduce((hash, value) => Math.imul(hash ^ value, 0x01000193), 0x811c9dc5);
