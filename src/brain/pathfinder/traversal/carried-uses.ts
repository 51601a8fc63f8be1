import type { Reached } from "../search/find-reachable.ts";
import { networkNodesOf } from "./exposures.ts";
import { createLimitedRelays, type LimitedRelays } from "./limited-relays.ts";
import { isValidFrom } from "./positions.ts";
import { type CarryTerms, carriedCost, costOf } from "./steps-to-carry.ts";

/** A step into `to` with something that `reader` can read, used by one of `users`. */
export interface CarriedUse {
  to: number;
  /** Of reading and using it, without the way over the network. */
  cost: number;
  reader: number;
  /** Accounts and relays on the hosts from which it can be used. */
  users: number[];
}

/** The carried steps into the nodes reached, by accounts that weren't reached. */
export function* carriedUses(terms: CarryTerms, reached: Reached): Generator<CarriedUse> {
  const { estate, isTransit } = terms;
  const { graph, nodes } = estate;
  const limited = createLimitedRelays(terms);
  const isNew = (node: number) => reached.costOf(node) < 0;
  for (const to of reached.nodes) {
    if (to >= nodes.size || isTransit(to)) continue;
    for (let edge = graph.firstIn(to); edge >= 0; edge = graph.nextIn(edge)) {
      const transit = graph.from(edge);
      if (!isTransit(transit) || costOf(terms, edge) < 0) continue;
      for (let through = graph.firstIn(transit); through >= 0; through = graph.nextIn(through)) {
        const reader = graph.from(through);
        const cost = isTransit(reader) || !isNew(reader) ? -1 : carriedCost(terms, through, edge);
        const users = cost < 0 ? [] : usersOf(terms, limited, { through, edge }).filter(isNew);
        if (users.length > 0) yield { to, cost, reader, users };
      }
    }
  }
}

function usersOf(
  terms: CarryTerms,
  limited: LimitedRelays,
  { through, edge }: { through: number; edge: number },
): number[] {
  const { estate, nodeAllowed, traversal } = terms;
  const slots = [-1, ...[...estate.hosts.values()].map(({ slot }) => slot)];
  const isUsable = (slot: number) =>
    isValidFrom(estate, through, slot) && traversal.reachCost(slot, edge) >= 0;
  const relays = limited.all.filter(
    (relay) => isUsable(estate.nodes.host(relay)) && limited.permits(relay, edge),
  );
  const others = slots.filter((slot) => slot !== estate.graph.owner(through) && isUsable(slot));
  return [...others.flatMap((slot) => networkNodesOf(estate, slot)), ...relays].filter(nodeAllowed);
}
