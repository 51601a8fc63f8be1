/** What a graph search walks over: nodes are 0 … `nodes` - 1, edges are small integers as well; a move costs 1 at least. */
export interface WalkGraph {
  readonly nodes: number;
  /** Nodes from this one on are only passed by: a move to one counts for nothing, whatever it costs. */
  readonly firstVirtual: number;
  /** One more than the highest edge. */
  readonly edges: number;
  /** Every move out of `node` that is worth it; `visit` is told where it leads. */
  outgoing(node: number, visit: VisitStep, isWorth: IsWorthVisiting): void;
  /** Every move into `node` that is worth it; `visit` is told where it comes from. */
  incoming(node: number, visit: VisitStep, isWorth: IsWorthVisiting): void;
}

/**
 * Whether a move to (or from) `node` that costs at least `cost` is worth judging; it may be visited
 * all the same. Asked before the guards are: a key that a fleet holds and takes makes a move of
 * each pair.
 */
export type IsWorthVisiting = (node: number, cost: number) => boolean;

/**
 * A move goes over `edge`, or first over `through` into a key (or anything else that is only held
 * in passing) and then over `edge` out of it; `through` is -1 otherwise. A move of two edges exists
 * only where the second admits the host that the first is on.
 */
export type VisitStep = (node: number, cost: number, edge: number, through: number) => void;
