import type { Connection } from "../model/connections.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import { reachCodes } from "../reachability/reach.ts";
import type { ReachStates } from "../reachability/reach-states.ts";
import { isUseful } from "./exposures.ts";

/**
 * What a host reaches for reasons that its source classes don't share: its own ports, and ports it
 * was observed to connect to. Only edges where this makes a difference are listed.
 */
export interface DirectReach {
  /** By slot: pairs of an edge and a code of `reachCodes`. */
  from(slot: number): Int32Array;
  /** The hosts (by slot) that reach an edge directly. */
  sourcesOf(edge: number): { slot: number; code: number }[];
  /** To be called for hosts that have changed, and those with connections to them. */
  forget(slots: readonly number[]): void;
}

export function createDirectReach(
  estate: EstateGraph,
  { accessGuards, unobservedCodeOf, codeOf }: ReachStates,
): DirectReach {
  const { graph, nodes, hostAt, connections } = estate;
  const known: (Int32Array | undefined)[] = [];

  function edgesOn(slot: number): number[] {
    const host = hostAt(slot);
    return host ? [...host.exposedEdges, ...host.serviceEdges] : [];
  }

  const behind = ({ slot, port }: Connection) =>
    edgesOn(slot).filter((edge) => accessGuards.port(accessGuards.of(edge)) === port);

  /** Refuted also if the source class reaches it just as surely. */
  function directCode(slot: number, edge: number): number {
    const access = accessGuards.of(edge);
    const isUsual = access < 0 || unobservedCodeOf(slot, access) === reachCodes.proven;
    return isUsual || !isUseful(estate, slot, edge) ? reachCodes.refuted : codeOf(slot, access);
  }

  function find(slot: number): Int32Array {
    const edges = [...edgesOn(slot), ...connections.from(slot).flatMap(behind)];
    const found = edges.map((edge) => [edge, directCode(slot, edge)] as const);
    return new Int32Array(found.filter(([, code]) => code !== reachCodes.refuted).flat());
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
      const sources = slot < 0 ? [] : [slot, ...connections.sourcesOf(slot, port)];
      return sources
        .map((source) => ({ slot: source, code: directCode(source, edge) }))
        .filter(({ code }) => code !== reachCodes.refuted);
    },
    forget(slots) {
      for (const slot of slots) known[slot] = undefined;
    },
  };
}

const nothing = new Int32Array(0);
