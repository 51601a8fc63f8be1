import type { IsWorth, VisitMove } from "../types.ts";
import { type BucketQueue, createBucketQueue } from "./bucket-queue.ts";

/** What a cheapest-first search knows from one side; used for many searches, one after the other. */
export interface Frontier {
  /** Forgets everything, and begins in `roots`. */
  begin(roots: Iterable<number>): void;
  /** The cost at which the next node is settled; -1 when none is left. */
  radius(): number;
  /** Settles the next node: `expand` visits its moves, `onLabel` is told which got cheaper by them. */
  advance(
    expand: (node: number, visit: VisitMove, isWorth: IsWorth) => void,
    onLabel: (node: number, cost: number) => void,
  ): void;
  /** What `node` costs as far as is known; -1: not reached. */
  costOf(node: number): number;
  /** The node before it, or -1 in a root, and the move between them. */
  parentOf(node: number): number;
  edgeOf(node: number): number;
  throughOf(node: number): number;
  /** Nodes and moves looked at since it began. */
  readonly looked: number;
}

export function createFrontier(nodes: number): Frontier {
  const queue = createBucketQueue();
  const [costs, searches] = [new Int32Array(nodes), new Int32Array(nodes)];
  const [parents, edges, throughs] = [
    new Int32Array(nodes),
    new Int32Array(nodes),
    new Int32Array(nodes),
  ];
  // What an earlier search left is told by its number instead of being cleared away.
  let search = 0;
  let looked = 0;
  const costOf = (node: number) => (searches[node] === search ? costs[node]! : -1);

  function isCheaper(node: number, cost: number): boolean {
    const known = costOf(node);
    return known < 0 || cost < known;
  }

  function label(node: number, cost: number): void {
    searches[node] = search;
    costs[node] = cost;
    queue.push(cost, node);
  }

  return {
    get looked() {
      return looked;
    },
    costOf,
    parentOf: (node) => parents[node]!,
    edgeOf: (node) => edges[node]!,
    throughOf: (node) => throughs[node]!,
    begin(roots) {
      queue.clear();
      search++;
      looked = 0;
      for (const root of roots) {
        if (costOf(root) === 0) continue;
        label(root, 0);
        parents[root] = -1;
      }
    },
    radius: () => dropOutdated(queue, costOf),
    advance(expand, onLabel) {
      const base = queue.minKey();
      const parent = queue.pop();
      looked++;
      const visit: VisitMove = (node, moveCost, edge, through) => {
        const cost = base + moveCost;
        if (!isCheaper(node, cost)) return;
        label(node, cost);
        parents[node] = parent;
        edges[node] = edge;
        throughs[node] = through;
        onLabel(node, cost);
      };
      expand(parent, visit, (node, moveCost) => {
        looked++;
        return isCheaper(node, base + moveCost);
      });
    },
  };
}

/** The smallest key whose node has not been reached for less since it was queued. */
function dropOutdated(queue: BucketQueue, costOf: (node: number) => number): number {
  for (let key = queue.minKey(); key >= 0; key = queue.minKey()) {
    const node = queue.pop();
    if (costOf(node) !== key) continue;
    queue.push(key, node);
    return key;
  }
  return -1;
}
