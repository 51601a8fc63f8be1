import type { VisitStep } from "../graph/walk-graph.ts";
import { isUseful, type NetworkTerms } from "./exposures.ts";
import { createLimitedRelays } from "./limited-relays.ts";
import { networkCost } from "./network-layer.ts";

/** The steps of limited relays, each straight to the edges that the relay can be used for. */
export interface RelaySteps {
  /** Visits what a limited relay leads to. */
  from(relay: number, visit: VisitStep): void;
  /** Visits the limited relays that can be used for an edge. */
  into(edge: number, visit: VisitStep): void;
}

export function createRelaySteps({
  estate,
  traversal,
  nodeAllowed,
  isOpen,
}: NetworkTerms): RelaySteps {
  const { graph, nodes } = estate;
  const limited = createLimitedRelays({ estate, traversal });
  const relays = limited.all.filter(nodeAllowed);

  /** -1: the edge is not reached. */
  function costOf(relay: number, edge: number): number {
    const slot = nodes.host(relay);
    const more = isUseful(estate, slot, edge) ? traversal.reachCost(slot, edge) : -1;
    return more < 0 ? -1 : networkCost + graph.cost(edge) + traversal.surcharge(edge) + more;
  }

  return {
    from(relay, visit) {
      for (const edge of limited.edgesFrom(relay)) {
        const cost = isOpen(edge) ? costOf(relay, edge) : -1;
        if (cost >= 0) visit(graph.to(edge), cost, edge, -1);
      }
    },
    into(edge, visit) {
      for (const relay of relays) {
        const cost = limited.permits(relay, edge) ? costOf(relay, edge) : -1;
        if (cost >= 0) visit(relay, cost, edge, -1);
      }
    },
  };
}
