import type { WalkGraph } from "../graph/walk-graph.ts";

/**
 * A step with a key, certificate or credential that was read earlier, by another account: an
 * attacker keeps what was read, and uses it from every host held later.
 */
export interface CarriedStep {
  /** An account on the host where it is used. */
  from: number;
  to: number;
  cost: number;
  /** Into the transit node, from the account that read it. */
  through: number;
  /** Out of the transit node. */
  edge: number;
}

export function withCarried(base: WalkGraph, steps: readonly CarriedStep[]): WalkGraph {
  if (steps.length === 0) return base;
  const outOf = grouped(steps, ({ from }) => from);
  const into = grouped(steps, ({ to }) => to);
  return {
    ...base,
    outgoing(node, visit, isWorth) {
      base.outgoing(node, visit, isWorth);
      for (const { to, cost, edge, through } of outOf.get(node) ?? [])
        if (isWorth(to, cost)) visit(to, cost, edge, through);
    },
    incoming(node, visit, isWorth) {
      base.incoming(node, visit, isWorth);
      for (const { from, cost, edge, through } of into.get(node) ?? [])
        if (isWorth(from, cost)) visit(from, cost, edge, through);
    },
  };
}

function grouped(
  steps: readonly CarriedStep[],
  keyOf: (step: CarriedStep) => number,
): Map<number, CarriedStep[]> {
  const groups = new Map<number, CarriedStep[]>();
  for (const step of steps) {
    const key = keyOf(step);
    const known = groups.get(key);
    if (known) known.push(step);
    else groups.set(key, [step]);
  }
  return groups;
}
