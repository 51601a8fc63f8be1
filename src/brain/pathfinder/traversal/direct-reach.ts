import type { Connection } from "../model/connections.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import { type ReachState, stateByCode } from "../reachability/arrival-states.ts";
import type { ReachStates } from "../reachability/reach-states.ts";
import { isUseful } from "./exposures.ts";

/**
 * What a host reaches for reasons that its source classes don't share: its own ports, and ports it
 * was observed to connect to. Only edges where this makes a difference are listed.
 */
export interface DirectReach {
  /** By slot: pairs of an edge and its state code. */
  from(slot: number): Int32Array;
  /** The hosts (by slot) that reach an edge directly. */
  sourcesOf(edge: number): { slot: number; state: ReachState }[];
}

export function createDirectReach(
  estate: EstateGraph,
  { accessGuards, unobservedStateOf, ...reachStates }: ReachStates,
): DirectReach {
  const { graph, nodes, hostAt, connections } = estate;
  const known: (Int32Array | undefined)[] = [];

  function edgesOn(slot: number): number[] {
    const host = hostAt(slot);
    return host ? [...host.exposedEdges, ...host.serviceEdges] : [];
  }

  const behind = ({ slot, port }: Connection) =>
    edgesOn(slot).filter((edge) => accessGuards.port(accessGuards.of(edge)) === port);

  /** "refuted" also if the source class reaches it just as surely. */
  function stateOf(slot: number, edge: number): ReachState {
    const access = accessGuards.of(edge);
    const isUsual = access < 0 || unobservedStateOf(slot, access) === "proven";
    return isUsual || !isUseful(estate, slot, edge) ? "refuted" : reachStates.stateOf(slot, access);
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
      const sources = slot < 0 ? [] : [slot, ...seen.map((one) => one.slot)];
      return sources
        .map((source) => ({ slot: source, state: stateOf(source, edge) }))
        .filter(({ state }) => state !== "refuted");
    },
  };
}

const nothing = new Int32Array(0);
