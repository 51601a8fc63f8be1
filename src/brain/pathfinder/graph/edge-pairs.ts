import { growArray } from "./grow-array.ts";
import type { Multigraph } from "./multigraph.ts";

/**
 * Pairs of edges through what is only held in passing (a key): one into it, one out of it that
 * passCost who comes over the first. `pairs` holds lists of them: how many numbers follow, and then three
 * a pair: the other edge, the node at its far end, and what it costs with what the passage takes.
 */
export interface EdgePairs {
  /** Read anew after a list was asked for. */
  readonly pairs: Int32Array;
  /** Where the list of edges out of the node is that `through` leads to. */
  after(through: number): number;
  /** Where the list of edges into the node is that `edge` leads out of. */
  before(edge: number): number;
}

export interface EdgePairRules {
  /** What an edge takes besides its cost; -1: it may not be walked. */
  surcharge(edge: number): number;
  /** What decides of an edge into the node, and of one out of it: each is looked up once. */
  sourceOf(through: number): number;
  guardOf(edge: number): number;
  /** What the passage takes; -1: the gate keeps the comer out. */
  passCost(comer: number, gate: number): number;
}

type SideLookup = "first" | "next" | "end" | "decides";
type Lookup = (number: number) => number;

const numbersKept = 24_000_000;

/**
 * Each list is made when it is asked for first: a key that a fleet holds and takes has a million
 * pairs. With more than `mostKept` numbers it begins anew.
 */
export function createEdgePairs(
  graph: Multigraph,
  rules: EdgePairRules,
  mostKept = numbersKept,
): EdgePairs {
  const { surcharge, sourceOf, guardOf, passCost } = rules;
  const { from, to, cost, firstIn, nextIn, firstOut, nextOut } = graph;
  /** By edge: where its list is, 0 where it was not made yet. */
  const [afters, befores] = [new Int32Array(graph.edges), new Int32Array(graph.edges)];
  const inward = createSides({ first: firstIn, next: nextIn, end: from, decides: sourceOf });
  const outward = createSides({ first: firstOut, next: nextOut, end: to, decides: guardOf });
  let pairs = new Int32Array(1_024);
  let size = 1;

  /** The edges on one side of a node, four numbers each: each edge on the other side asks for them. */
  function createSides({ first, next, end, decides }: Record<SideLookup, Lookup>) {
    const known: (Int32Array | undefined)[] = [];
    return (transit: number): Int32Array => {
      known[transit] ??= new Int32Array(sideOf(transit));
      return known[transit];
    };

    function sideOf(transit: number): number[] {
      const side: number[] = [];
      for (let edge = first(transit); edge >= 0; edge = next(edge)) {
        const more = surcharge(edge);
        if (more >= 0) side.push(edge, end(edge), cost(edge) + more, decides(edge));
      }
      return side;
    }
  }

  function makeRoom(count: number): void {
    if (size > mostKept) {
      afters.fill(0);
      befores.fill(0);
      size = 1;
    }
    pairs = growArray(pairs, size + count);
  }

  /** What of `side` goes with an edge on the other side; `takes` is told what decides of each. */
  function addList(side: Int32Array, takes: Lookup): number {
    makeRoom(side.length);
    const list = size++;
    for (let at = 0; at < side.length; at += 4) {
      const more = takes(side[at + 3]!);
      if (more < 0) continue;
      pairs[size] = side[at]!;
      pairs[size + 1] = side[at + 1]!;
      pairs[size + 2] = side[at + 2]! + more;
      size += 3;
    }
    pairs[list] = size - list - 1;
    return list;
  }

  const addAfter = (comer: number, side: Int32Array) =>
    addList(side, (gate) => passCost(comer, gate));
  const addBefore = (gate: number, side: Int32Array) =>
    addList(side, (comer) => passCost(comer, gate));

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
