import { growArray } from "./grow-array.ts";
import type { Multigraph } from "./multigraph.ts";
import type { IsWorthVisiting, VisitStep } from "./walk-graph.ts";

/**
 * Pairs of edges through a transit node (a key): one edge into it and one out of it whose guard
 * admits the source of the first.
 */
export interface EdgePairs {
  /** Visits the ends of the pairs that begin with `through`, whose own cost is `own`. */
  after(through: number, own: number, visit: VisitStep, isWorth: IsWorthVisiting): void;
  /** Visits the starts of the pairs that end with `edge`, whose own cost is `own`. */
  before(edge: number, own: number, visit: VisitStep, isWorth: IsWorthVisiting): void;
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

type Lookup = (number: number) => number;

/** The edges on one side of a transit node, four numbers each: see `sideWidth`. */
type Side = Int32Array;
const sideWidth = 4;
/** The edge, the node at its far end, its cost, and the number that decides about its pairs. */
const [atEdge, atEnd, atCost, atDecidedBy] = [0, 1, 2, 3];

interface Sides {
  inward(transit: number): Side;
  outward(transit: number): Side;
}

/** Each side is shared by all edges on the other side. */
function createSides(graph: Multigraph, rules: EdgePairRules): Sides {
  const { firstIn, nextIn, firstOut, nextOut, from, to } = graph;
  const { surcharge, sourceOf, guardOf } = rules;

  function cached(
    first: Lookup,
    { next, end, decidedBy }: Record<"next" | "end" | "decidedBy", Lookup>,
  ) {
    const sides: (Side | undefined)[] = [];
    return (transit: number): Side => {
      sides[transit] ??= new Int32Array(sideOf(transit));
      return sides[transit];
    };

    function sideOf(transit: number): number[] {
      const side: number[] = [];
      for (let edge = first(transit); edge >= 0; edge = next(edge)) {
        const more = surcharge(edge);
        if (more >= 0) side.push(edge, end(edge), graph.cost(edge) + more, decidedBy(edge));
      }
      return side;
    }
  }

  return {
    inward: cached(firstIn, { next: nextIn, end: from, decidedBy: sourceOf }),
    outward: cached(firstOut, { next: nextOut, end: to, decidedBy: guardOf }),
  };
}

/**
 * Evaluates the guard of a pair only when its end is worth visiting, each time anew: for a walk
 * that takes place once.
 */
export function uncachedEdgePairs(graph: Multigraph, rules: EdgePairRules): EdgePairs {
  const { sourceOf, guardOf, passCost } = rules;
  const { inward, outward } = createSides(graph, rules);
  return {
    after(through, own, visit, isWorth) {
      const source = sourceOf(through);
      const side = outward(graph.to(through));
      for (let at = 0; at < side.length; at += sideWidth) {
        const [node, cost] = [side[at + atEnd]!, own + side[at + atCost]!];
        const more = isWorth(node, cost) ? passCost(source, side[at + atDecidedBy]!) : -1;
        if (more >= 0) visit(node, cost + more, side[at + atEdge]!, through);
      }
    },
    before(edge, own, visit, isWorth) {
      const guard = guardOf(edge);
      const side = inward(graph.from(edge));
      for (let at = 0; at < side.length; at += sideWidth) {
        const [node, cost] = [side[at + atEnd]!, own + side[at + atCost]!];
        const more = isWorth(node, cost) ? passCost(side[at + atDecidedBy]!, guard) : -1;
        if (more >= 0) visit(node, cost + more, edge, side[at + atEdge]!);
      }
    },
  };
}

const maxCachedNumbers = 24_000_000;

/**
 * Lists the pairs of an edge when they are first asked for: a key held and accepted across a fleet
 * has a million pairs. The cache is emptied when it holds more than `maxCached` numbers.
 */
export function createEdgePairs(
  graph: Multigraph,
  rules: EdgePairRules,
  maxCached = maxCachedNumbers,
): EdgePairs {
  const { sourceOf, guardOf, passCost } = rules;
  const { from, to } = graph;
  const { inward, outward } = createSides(graph, rules);
  /** By edge: the position of its list, or 0 before it is built. */
  const [afters, befores] = [new Int32Array(graph.edges), new Int32Array(graph.edges)];
  /**
   * Each list begins with its length, then three numbers per pair: the other edge, the node at its
   * far end, and its cost including the cost of passing the guard.
   */
  let pairs = new Int32Array(1_024);
  let size = 1;

  function reserve(count: number): void {
    if (size > maxCached) {
      afters.fill(0);
      befores.fill(0);
      size = 1;
    }
    pairs = growArray(pairs, size + count);
  }

  /** Adds the edges of `side` whose pass cost isn't -1. */
  function addList(side: Side, costOf: Lookup): number {
    reserve(side.length);
    const list = size++;
    for (let at = 0; at < side.length; at += sideWidth) {
      const more = costOf(side[at + atDecidedBy]!);
      if (more < 0) continue;
      pairs[size] = side[at + atEdge]!;
      pairs[size + 1] = side[at + atEnd]!;
      pairs[size + 2] = side[at + atCost]! + more;
      size += 3;
    }
    pairs[list] = size - list - 1;
    return list;
  }

  const addAfter = (source: number, side: Side) =>
    addList(side, (guard) => passCost(source, guard));
  const addBefore = (guard: number, side: Side) =>
    addList(side, (source) => passCost(source, guard));

  return {
    after(through, own, visit, isWorth) {
      if (afters[through] === 0)
        afters[through] = addAfter(sourceOf(through), outward(to(through)));
      const list = afters[through]!;
      // Visiting adds no lists, so that the array stays the same.
      const all = pairs;
      const end = list + all[list]!;
      for (let at = list + 1; at < end; at += 3) {
        const [edge, node, cost] = [all[at]!, all[at + 1]!, own + all[at + 2]!];
        if (isWorth(node, cost)) visit(node, cost, edge, through);
      }
    },
    before(edge, own, visit, isWorth) {
      if (befores[edge] === 0) befores[edge] = addBefore(guardOf(edge), inward(from(edge)));
      const list = befores[edge]!;
      const all = pairs;
      const end = list + all[list]!;
      for (let at = list + 1; at < end; at += 3) {
        const [through, node, cost] = [all[at]!, all[at + 1]!, own + all[at + 2]!];
        if (isWorth(node, cost)) visit(node, cost, edge, through);
      }
    },
  };
}
