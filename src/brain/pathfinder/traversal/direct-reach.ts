import type { EstateGraph } from "../model/estate-graph.ts";
import { type State, states } from "../reachability/arrival-states.ts";
import type { Connection } from "../reachability/connections.ts";
import type { ReachStates } from "../reachability/reach-states.ts";
import { isNews } from "./exposures.ts";

/**
 * What a host comes to for reasons of its own: its own ports, and those that it was seen going to;
 * where these make a difference.
 */
export interface DirectArrivals {
  /** By slot: edges in pairs, each with the number of its state among `states`. */
  from(slot: number): Int32Array;
  /** The hosts (by slot) that come to an edge so. */
  comersTo(edge: number): { slot: number; state: State }[];
}

export function createDirectArrivals(
  estate: EstateGraph,
  { connections, gates, unseenStateOf, ...reachStates }: ReachStates,
): DirectArrivals {
  const { graph, nodes, hostAt } = estate;
  const known: (Int32Array | undefined)[] = [];

  function edgesOn(slot: number): number[] {
    const host = hostAt(slot);
    return host ? [...host.exposures, ...host.services] : [];
  }

  const behind = ({ slot, port }: Connection) =>
    edgesOn(slot).filter((edge) => gates.port(gates.of(edge)) === port);

  /** "refuted" as well where others like it get there as surely. */
  function stateOf(slot: number, edge: number): State {
    const gate = gates.of(edge);
    const isUsual = gate < 0 || unseenStateOf(slot, gate) === "proven";
    return isUsual || !isNews(estate, slot, edge) ? "refuted" : reachStates.stateOf(slot, gate);
  }

  function find(slot: number): Int32Array {
    const edges = [...edgesOn(slot), ...connections.from(slot).flatMap(behind)];
    const found = edges.map((edge) => [edge, states.indexOf(stateOf(slot, edge))] as const);
    return new Int32Array(found.filter(([, state]) => states[state] !== "refuted").flat());
  }

  return {
    from(slot) {
      if (slot < 0) return nothing;
      known[slot] ??= find(slot);
      return known[slot];
    },
    comersTo(edge) {
      const slot = nodes.host(graph.to(edge));
      const port = gates.port(gates.of(edge));
      const seen = connections.into(slot).filter((one) => one.port === port);
      const comers = slot < 0 ? [] : [slot, ...seen.map((one) => one.slot)];
      return comers
        .map((comer) => ({ slot: comer, state: stateOf(comer, edge) }))
        .filter(({ state }) => state !== "refuted");
    },
  };
}

const nothing = new Int32Array(0);
