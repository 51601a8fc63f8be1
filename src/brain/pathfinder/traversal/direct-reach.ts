import type { EstateGraph } from "../model/estate-graph.ts";
import { type ReachState, stateByCode } from "../reachability/arrival-states.ts";
import type { Connection } from "../reachability/connections.ts";
import type { ReachStates } from "../reachability/reach-states.ts";
import { isUseful } from "./exposures.ts";

/**
 * What a host comes to for reasons of its own: its own ports, and those that it was seen going to;
 * where these make a difference.
 */
export interface DirectReach {
  /** By slot: edges in pairs, each with the number of its state among `states`. */
  from(slot: number): Int32Array;
  /** The hosts (by slot) that come to an edge so. */
  sourcesOf(edge: number): { slot: number; state: ReachState }[];
}

export function createDirectReach(
  estate: EstateGraph,
  { connections, accessGuards, unobservedStateOf, ...reachStates }: ReachStates,
): DirectReach {
  const { graph, nodes, hostAt } = estate;
  const known: (Int32Array | undefined)[] = [];

  function edgesOn(slot: number): number[] {
    const host = hostAt(slot);
    return host ? [...host.exposedEdges, ...host.serviceEdges] : [];
  }

  const behind = ({ slot, port }: Connection) =>
    edgesOn(slot).filter((edge) => accessGuards.port(accessGuards.of(edge)) === port);

  /** "refuted" as well where others like it get there as surely. */
  function stateOf(slot: number, edge: number): ReachState {
    const gate = accessGuards.of(edge);
    const isUsual = gate < 0 || unobservedStateOf(slot, gate) === "proven";
    return isUsual || !isUseful(estate, slot, edge) ? "refuted" : reachStates.stateOf(slot, gate);
  }

  function find(slot: number): Int32Array {
    const edges = [...edgesOn(slot), ...connections.from(slot).flatMap(behind)];
    const found = edges.map((edge) => [edge, stateByCode.indexOf(stateOf(slot, edge))] as const);
    return new Int32Array(found.filter(([, state]) => stateByCode[state] !== "refuted").flat());
  }

  return {
    from(slot) {
      if (slot < 0) return nothing;
      known[slot] ??= find(slot);
      return known[slot];
    },
    sourcesOf(edge) {
      const slot = nodes.host(graph.to(edge));
      const port = accessGuards.port(accessGuards.of(edge));
      const seen = connections.into(slot).filter((one) => one.port === port);
      const comers = slot < 0 ? [] : [slot, ...seen.map((one) => one.slot)];
      return comers
        .map((comer) => ({ slot: comer, state: stateOf(comer, edge) }))
        .filter(({ state }) => state !== "refuted");
    },
  };
}

const nothing = new Int32Array(0);
