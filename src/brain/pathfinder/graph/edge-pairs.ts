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

/** Codes are small numbers that each walk turns into costs of its own. */
export interface PairRules {
  /** The code of an edge; -1: no pair with it is listed. */
  codeOf(edge: number): number;
  /** The numbers that decide about a pair, each looked up once per edge. */
  sourceOf(through: number): number;
  guardOf(edge: number): number;
  /** The code of passing `guard` for `source`, below `passCodes`; -1: the pair isn't listed. */
  passCode(source: number, guard: number): number;
  passCodes: number;
}

/** The edges on one side of a transit node, with four numbers each that are read together. */
export type Side = Int32Array;
export const sideWidth = 4;
/** The edge, the node at its far end, the number that decides about its pairs, and its code. */
export const [atEdge, atEnd, atDecidedBy, atCode] = [0, 1, 2, 3];

/** What a pair costs in one walk, each time evaluated anew; -1: it may not be walked. */
export interface PairCosts {
  /** The cost of an edge on top of its own. */
  surcharge(edge: number): number;
  passCost(source: number, guard: number): number;
}

/** The pairs of a graph, shared by all walks. */
export interface PairTable {
  /** The pairs that are listed, at the cost of their codes: edge code × `passCodes` + pass code. */
  listed(costs: Int32Array): EdgePairs;
  /**
   * All pairs, each evaluated only when its end is worth visiting: for a walk that takes place
   * once.
   */
  all(costs: PairCosts): EdgePairs;
  /** The edges out of a transit node. */
  outward(transit: number): Side;
  /** To be called with all edges that were added, removed or changed, and the nodes at their ends. */
  forget(changed: { nodes: readonly number[]; edges: readonly number[] }): void;
}

type Lookup = (number: number) => number;

interface Sides {
  inward(transit: number): Side;
  outward(transit: number): Side;
  forget(node: number): void;
}

/** Each side is shared by all edges on the other side. */
function createSides(graph: Multigraph, { sourceOf, guardOf, codeOf }: PairRules): Sides {
  const { firstIn, nextIn, firstOut, nextOut, from, to } = graph;
  const [inward, outward]: [(Side | undefined)[], (Side | undefined)[]] = [[], []];

  function listed(
    first: number,
    { next, end, decidedBy }: Record<"next" | "end" | "decidedBy", Lookup>,
  ) {
    const side: number[] = [];
    for (let edge = first; edge >= 0; edge = next(edge))
      side.push(edge, end(edge), decidedBy(edge), codeOf(edge));
    return new Int32Array(side);
  }

  const into = { next: nextIn, end: from, decidedBy: sourceOf };
  const outOf = { next: nextOut, end: to, decidedBy: guardOf };
  return {
    inward(transit) {
      inward[transit] ??= listed(firstIn(transit), into);
      return inward[transit];
    },
    outward(transit) {
      outward[transit] ??= listed(firstOut(transit), outOf);
      return outward[transit];
    },
    forget(node) {
      inward[node] = undefined;
      outward[node] = undefined;
    },
  };
}

const maxListedNumbers = 24_000_000;

/**
 * Lists the pairs of an edge when they are first asked for: a key held and accepted across a fleet
 * has a million pairs. The lists are dropped when they hold more than `maxListed` numbers.
 */
export function createPairTable(
  graph: Multigraph,
  rules: PairRules,
  maxListed = maxListedNumbers,
): PairTable {
  const { sourceOf, guardOf, passCode, passCodes } = rules;
  const { from, to } = graph;
  const sides = createSides(graph, rules);
  /** By edge: the position of its list, or 0 before it is built. */
  let [afters, befores] = [new Int32Array(graph.edges), new Int32Array(graph.edges)];
  /**
   * Each list begins with its length, then three numbers per pair: the other edge, the node at its
   * far end, and its code above the eight bits of its own cost.
   */
  let pairs = new Int32Array(1_024);
  let size = 1;

  function reserve(count: number): void {
    if (size > maxListed) {
      afters.fill(0);
      befores.fill(0);
      size = 1;
    }
    pairs = growArray(pairs, size + count);
  }

  function addList(side: Side, passCodeOf: Lookup): number {
    reserve(side.length);
    const list = size++;
    for (let at = 0; at < side.length; at += sideWidth) {
      const [edge, own] = [side[at + atEdge]!, side[at + atCode]!];
      const pass = own < 0 ? -1 : passCodeOf(side[at + atDecidedBy]!);
      if (pass < 0) continue;
      pairs[size] = edge;
      pairs[size + 1] = side[at + atEnd]!;
      pairs[size + 2] = graph.cost(edge) | ((own * passCodes + pass) << 8);
      size += 3;
    }
    pairs[list] = size - list - 1;
    return list;
  }

  function listAfter(through: number): number {
    if (afters[through] !== 0) return afters[through]!;
    const source = sourceOf(through);
    const list = addList(sides.outward(to(through)), (guard) => passCode(source, guard));
    afters[through] = list;
    return list;
  }

  function listBefore(edge: number): number {
    if (befores[edge] !== 0) return befores[edge]!;
    const guard = guardOf(edge);
    const list = addList(sides.inward(from(edge)), (source) => passCode(source, guard));
    befores[edge] = list;
    return list;
  }

  return {
    outward: sides.outward,
    listed: (costs) => ({
      after(through, own, visit, isWorth) {
        const list = listAfter(through);
        // Visiting adds no lists, so that the array stays the same.
        const all = pairs;
        const end = list + all[list]!;
        for (let at = list + 1; at < end; at += 3) {
          const packed = all[at + 2]!;
          const more = costs[packed >> 8]!;
          const [node, cost] = [all[at + 1]!, own + (packed & 255) + more];
          if (more >= 0 && isWorth(node, cost)) visit(node, cost, all[at]!, through);
        }
      },
      before(edge, own, visit, isWorth) {
        const list = listBefore(edge);
        const all = pairs;
        const end = list + all[list]!;
        for (let at = list + 1; at < end; at += 3) {
          const packed = all[at + 2]!;
          const more = costs[packed >> 8]!;
          const [node, cost] = [all[at + 1]!, own + (packed & 255) + more];
          if (more >= 0 && isWorth(node, cost)) visit(node, cost, edge, all[at]!);
        }
      },
    }),
    all: ({ surcharge, passCost }) => ({
      after(through, own, visit, isWorth) {
        const source = sourceOf(through);
        const side = sides.outward(to(through));
        for (let at = 0; at < side.length; at += sideWidth) {
          const [edge, node] = [side[at + atEdge]!, side[at + atEnd]!];
          const more = surcharge(edge);
          const cost = own + graph.cost(edge) + more;
          if (more < 0 || !isWorth(node, cost)) continue;
          const pass = passCost(source, side[at + atDecidedBy]!);
          if (pass >= 0) visit(node, cost + pass, edge, through);
        }
      },
      before(edge, own, visit, isWorth) {
        const guard = guardOf(edge);
        const side = sides.inward(from(edge));
        for (let at = 0; at < side.length; at += sideWidth) {
          const [through, node] = [side[at + atEdge]!, side[at + atEnd]!];
          const more = surcharge(through);
          const cost = own + graph.cost(through) + more;
          if (more < 0 || !isWorth(node, cost)) continue;
          const pass = passCost(side[at + atDecidedBy]!, guard);
          if (pass >= 0) visit(node, cost + pass, edge, through);
        }
      },
    }),
    forget({ nodes, edges }) {
      for (const edge of edges) {
        afters = growArray(afters, edge);
        befores = growArray(befores, edge);
        [afters[edge], befores[edge]] = [0, 0];
      }
      for (const node of nodes) {
        sides.forget(node);
        for (let one = graph.firstIn(node); one >= 0; one = graph.nextIn(one)) afters[one] = 0;
        for (let one = graph.firstOut(node); one >= 0; one = graph.nextOut(one)) befores[one] = 0;
      }
    },
  };
}
