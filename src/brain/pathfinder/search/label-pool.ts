import { withRoomFor } from "../graph/with-room-for.ts";

/** Ways of getting to nodes: each label goes on from an earlier one by one move. */
export interface LabelPool {
  readonly size: number;
  add(label: Label): number;
  node(label: number): number;
  cost(label: number): number;
  /** Moves since the start. */
  moves(label: number): number;
  /** The label before it; -1 in a start. */
  parent(label: number): number;
  edge(label: number): number;
  through(label: number): number;
}

export interface Label {
  node: number;
  cost: number;
  moves: number;
  parent: number;
  edge: number;
  through: number;
}

export function createLabelPool(): LabelPool {
  let [nodes, costs, moves] = [new Int32Array(0), new Int32Array(0), new Int32Array(0)];
  let [parents, edges, throughs] = [new Int32Array(0), new Int32Array(0), new Int32Array(0)];
  let size = 0;

  function makeRoom(): void {
    nodes = withRoomFor(nodes, size);
    costs = withRoomFor(costs, size);
    moves = withRoomFor(moves, size);
    parents = withRoomFor(parents, size);
    edges = withRoomFor(edges, size);
    throughs = withRoomFor(throughs, size);
  }

  return {
    get size() {
      return size;
    },
    add(label) {
      makeRoom();
      nodes[size] = label.node;
      costs[size] = label.cost;
      moves[size] = label.moves;
      parents[size] = label.parent;
      edges[size] = label.edge;
      throughs[size] = label.through;
      return size++;
    },
    node: (label) => nodes[label]!,
    cost: (label) => costs[label]!,
    moves: (label) => moves[label]!,
    parent: (label) => parents[label]!,
    edge: (label) => edges[label]!,
    through: (label) => throughs[label]!,
  };
}
