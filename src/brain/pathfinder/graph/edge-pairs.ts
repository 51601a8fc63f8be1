import { growArray } from "./grow-array.ts";
import type { Multigraph } from "./multigraph.ts";

/**
 * Pairs of edges through a transit node (a key): one edge into it and one out of it whose guard
 * admits the source of the first. `pairs` holds the lists: first a length, then three numbers per
 * pair: the other edge, the node at its far end, and its cost including the cost of passing the
 * guard.
 */
export interface EdgePairs {
  /** Read it again after each call of `after` or `before`: the array may have been replaced. */
  readonly pairs: Int32Array;
  /** Position of the list of edges out of the node that `through` leads into. */
  after(through: number): number;
  /** Position of the list of edges into the node that `edge` leads out of. */
  before(edge: number): number;
}

export interface EdgePairRules {
  /** The cost of an edge on top of its own; -1: the edge may not be walked. */
  surcharge(edge: number): number;
  /** The numbers that decide whether a pair exists, each looked up once per edge. */
  sourceOf(through: number): number;
  guardOf(edge: number): number;
  /** The cost of passing `guard` for `source`; -1: the guard refuses it. */
  passCost(source: number, guard: number): number;
}

type SideLookup = "first" | "next" | "end" | "decidedBy";
type Lookup = (number: number) => number;

const maxCachedNumbers = 24_000_000;

/**
 * Lists are built on first use: a key held and accepted across a fleet has a million pairs. The
 * cache is emptied when it holds more than `maxCached` numbers.
 */
export function createEdgePairs(
  graph: Multigraph,
  rules: EdgePairRules,
  maxCached = maxCachedNumbers,
): EdgePairs {
  const { surcharge, sourceOf, guardOf, passCost } = rules;
  const { from, to, cost, firstIn, nextIn, firstOut, nextOut } = graph;
  /** By edge: the position of its list, or 0 before it is built. */
  const [afters, befores] = [new Int32Array(graph.edges), new Int32Array(graph.edges)];
  const inward = createSides({ first: firstIn, next: nextIn, end: from, decidedBy: sourceOf });
  const outward = createSides({ first: firstOut, next: nextOut, end: to, decidedBy: guardOf });
  let pairs = new Int32Array(1_024);
  let size = 1;

  /** The edges on one side of a node, four numbers each, shared by all edges on the other side. */
  function createSides({ first, next, end, decidedBy }: Record<SideLookup, Lookup>) {
    const sides: (Int32Array | undefined)[] = [];
    return (transit: number): Int32Array => {
      sides[transit] ??= new Int32Array(sideOf(transit));
      return sides[transit];
    };

    function sideOf(transit: number): number[] {
      const side: number[] = [];
      for (let edge = first(transit); edge >= 0; edge = next(edge)) {
        const more = surcharge(edge);
        if (more >= 0) side.push(edge, end(edge), cost(edge) + more, decidedBy(edge));
      }
      return side;
    }
  }

  function reserve(count: number): void {
    if (size > maxCached) {
      afters.fill(0);
      befores.fill(0);
      size = 1;
    }
    pairs = growArray(pairs, size + count);
  }

  /** Adds the edges of `side` whose pass cost isn't -1. */
  function addList(side: Int32Array, costOf: Lookup): number {
    reserve(side.length);
    const list = size++;
    for (let at = 0; at < side.length; at += 4) {
      const more = costOf(side[at + 3]!);
      if (more < 0) continue;
      pairs[size] = side[at]!;
      pairs[size + 1] = side[at + 1]!;
      pairs[size + 2] = side[at + 2]! + more;
      size += 3;
    }
    pairs[list] = size - list - 1;
    return list;
  }

  const addAfter = (source: number, side: Int32Array) =>
    addList(side, (guard) => passCost(source, guard));
  const addBefore = (guard: number, side: Int32Array) =>
    addList(side, (source) => passCost(source, guard));

  return {
    get pairs() {
      return pairs;
    },
    after(through) {
      if (afters[through] === 0)
        afters[through] = addAfter(sourceOf(through), outward(to(through)));
      return afters[through]!;
    },
    before(edge) {
      if (befores[edge] === 0) befores[edge] = addBefore(guardOf(edge), inward(from(edge)));
      return befores[edge]!;
    },
  };
}
