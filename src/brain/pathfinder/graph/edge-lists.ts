import { growArray } from "./grow-array.ts";

/** The edges of each key (a node or an owner), newest first. */
export interface EdgeLists {
  /** The first edge of `key`, or -1. */
  first(key: number): number;
  /** The next edge in the list of `edge`, or -1 at the end. */
  next(edge: number): number;
  insert(key: number, edge: number): void;
  remove(key: number, edge: number): void;
}

/** Doubly linked, so that removing an edge doesn't walk its list. */
export function createEdgeLists(): EdgeLists {
  let heads = new Int32Array(0);
  let nexts = new Int32Array(0);
  let prevs = new Int32Array(0);
  return {
    first: (key) => (key < heads.length ? heads[key]! : -1),
    next: (edge) => nexts[edge]!,
    insert(key, edge) {
      heads = growArray(heads, key, -1);
      nexts = growArray(nexts, edge);
      prevs = growArray(prevs, edge);
      const head = heads[key]!;
      nexts[edge] = head;
      prevs[edge] = -1;
      if (head >= 0) prevs[head] = edge;
      heads[key] = edge;
    },
    remove(key, edge) {
      const [next, prev] = [nexts[edge]!, prevs[edge]!];
      if (prev >= 0) nexts[prev] = next;
      else heads[key] = next;
      if (next >= 0) prevs[next] = prev;
    },
  };
}
