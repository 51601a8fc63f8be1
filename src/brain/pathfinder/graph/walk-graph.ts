/**
 * The graph that searches walk: nodes are 0 … `nodes` - 1, edges are small integers, and each step
 * costs at least 1.
 */
export interface WalkGraph {
  readonly nodes: number;
  /**
   * Nodes from this number on are virtual: a step onto one doesn't count as a step, whatever it
   * costs.
   */
  readonly firstVirtual: number;
  /** One more than the highest edge number. */
  readonly edges: number;
  /** Calls `visit` with the target of each step out of `node` that is worth visiting. */
  outgoing(node: number, visit: VisitStep, isWorth: IsWorthVisiting): void;
  /** Calls `visit` with the source of each step into `node` that is worth visiting. */
  incoming(node: number, visit: VisitStep, isWorth: IsWorthVisiting): void;
}

/**
 * Whether a step to (or from) `node` that costs at least `cost` is worth evaluating; it may be
 * visited even if not. Called before guards are evaluated, because a key held and accepted across a
 * fleet makes a step for every pair of hosts.
 */
export type IsWorthVisiting = (node: number, cost: number) => boolean;

/**
 * A step walks `edge`, or `through` into a transit node (a key) and then `edge` out of it;
 * otherwise `through` is -1. A step of two edges exists only where the guard of the second admits
 * the host of the first.
 */
export type VisitStep = (node: number, cost: number, edge: number, through: number) => void;
