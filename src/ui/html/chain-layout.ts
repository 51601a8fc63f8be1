import type { Chain, ChainNode } from "../../contract/summary.ts";

export interface PlacedNode {
  node: ChainNode;
  /** Row in the picture, from the top. */
  row: number;
  isEnd: boolean;
}

export interface PlacedEdge {
  step: Chain["steps"][number];
  /** Counted from 1, as in the list of steps. */
  number: number;
  fromRow: number;
  toRow: number;
}

/** A chain's nodes below each other, in order, and the edges between them. */
export function layOut({ from, to, steps }: Chain): { nodes: PlacedNode[]; edges: PlacedEdge[] } {
  const rows = new Map<string, PlacedNode>();
  const place = (node: ChainNode) => {
    const key = keyOf(node);
    const isEnd = key === keyOf(from) || key === keyOf(to);
    if (!rows.has(key)) rows.set(key, { node, row: rows.size, isEnd });
    return rows.get(key)!.row;
  };
  place(from);
  const edges = steps.map((step, at) => ({
    step,
    number: at + 1,
    fromRow: place(step.from),
    toRow: place(step.to),
  }));
  place(to);
  return { nodes: [...rows.values()], edges };
}

function keyOf({ type, id }: ChainNode): string {
  return JSON.stringify([type, id]);
}
