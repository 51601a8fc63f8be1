import { growArray } from "./grow-array.ts";

/** For each key (a node, an owner) the edges that belong to it, newest first. */
export interface EdgeLists {
  /** The first edge of `key`, -1 when it has none. */
  first(key: number): number;
  /** The edge after `edge` in its list, -1 at the end. */
  next(edge: number): number;
  insert(key: number, edge: number): void;
  remove(key: number, edge: number): void;
}

/** Doubly linked, so that an edge leaves without its list being walked. */
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
