import { growArray } from "../graph/grow-array.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import { noGuard } from "../model/guard-table.ts";
import { reachCodes } from "../reachability/reach.ts";
import type { ReachStates } from "../reachability/reach-states.ts";
import { edgeStates } from "../rules/edge-rule.ts";

/**
 * By edge: its own state and that of reaching its port, as one number, which a search of any kind
 * turns into a cost.
 */
export interface EdgeStates {
  /** `edgeCodes` numbers; `timeBound` is added if the edge also has a validity period. */
  codeOf(edge: number): number;
  /** Whether the edge leads to a port by itself: its state includes reaching it. */
  leadsToPort(edge: number): boolean;
  /** To be called for edges that were added or removed, or lead to a host that has changed. */
  forget(edges: readonly number[]): void;
}

const reachCount = Object.keys(reachCodes).length;
export const edgeCodes = edgeStates.length * reachCount;
export const timeBound = 128;

/** The parts of a code without `timeBound`: an index of `edgeStates` and a code of `reachCodes`. */
export const partsOf = (code: number) => ({
  own: edgeStates[Math.floor(code / reachCount)]!,
  reach: code % reachCount,
});

export function createEdgeStates(estate: EstateGraph, reachStates: ReachStates): EdgeStates {
  const { graph, nodes, guards } = estate;
  const { accessGuards } = reachStates;
  /** Each code plus one; 0: unknown. */
  let known = new Uint8Array(graph.edges);

  /**
   * As a password for another host's service does, or an account that another one opens at the port
   * of their own host.
   */
  function leadsToPort(edge: number): boolean {
    const [from, target] = [graph.from(edge), nodes.host(graph.to(edge))];
    if (target < 0 || nodes.host(from) < 0) return false;
    return target !== graph.owner(edge) || nodes.type(from) === "user";
  }

  function reachCodeOf(edge: number): number {
    const access = leadsToPort(edge) ? accessGuards.of(edge) : -1;
    return access < 0 ? reachCodes.proven : reachStates.codeOf(graph.owner(edge), access);
  }

  function evaluate(edge: number): number {
    const { validAfter, validBefore } =
      graph.guard(edge) < 0 ? noGuard : guards.get(graph.guard(edge));
    const isTimeBound = validAfter !== null || validBefore !== null;
    const own = edgeStates.indexOf(graph.state(edge));
    return own * reachCount + reachCodeOf(edge) + (isTimeBound ? timeBound : 0);
  }

  return {
    leadsToPort,
    codeOf(edge) {
      if (known[edge] === 0) known[edge] = evaluate(edge) + 1;
      return known[edge]! - 1;
    },
    forget(edges) {
      for (const edge of edges) {
        known = growArray(known, edge);
        known[edge] = 0;
      }
    },
  };
}
