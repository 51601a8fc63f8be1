import { type Admission, admitsFrom } from "../../../core/client-patterns.ts";
import { createCodeTable } from "../graph/code-table.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import { createGates, type Gates } from "./access-guards.ts";
import { createArrivals, type State, states } from "./arrival-states.ts";
import { reaches } from "./check-reach.ts";
import { type Connections, createConnections } from "./connections.ts";
import { vantagesOf } from "./source-classes.ts";

/**
 * The state that `reaches` gives, for the millions of pairs of hosts that a search asks about: what
 * decides it is judged once for all who are the same to a firewall, a subnet or a list of patterns.
 * Holds as long as no host changes.
 */
export interface ReachStates {
  gates: Gates;
  /** Of who comes from a host (by slot; -1: the internet) to a gate. */
  stateOf(from: number, gate: number): State;
  /** The same, as if no connection between the two hosts had been seen. */
  unseenStateOf(from: number, gate: number): State;
  connections: Connections;
  /** The parts of all addresses that a host comes from; none of the internet. */
  partsOf(slot: number): readonly number[];
  /** Of who comes from there to a gate without patterns, as if no connection had been seen. */
  stateOfPart(part: number, gate: number): State;
}

const [proven, inferred, refuted] = [0, 1, 2];
const codeOfAdmission: Record<Admission, number> = { yes: proven, named: inferred, no: refuted };

export function createReachStates(estate: EstateGraph): ReachStates {
  const { guards, index, hosts, hostAt } = estate;
  const vantages = vantagesOf(hosts.values());
  const gates = createGates(estate);
  const connections = createConnections(hosts, { ...index, hostAt });
  const arrivals = createArrivals({ ...index, coarser: vantages.coarser });
  /** By guard and vantage. */
  const admissions = createCodeTable();
  const exact = new Map<string, State>();

  /** Of a pair for itself. */
  function judged(from: number, gate: number): State {
    const [to, guard] = [gates.host(gate), gates.guard(gate)];
    const who = hostAt(from)?.net ?? null;
    // Of hosts without an address one is like the other.
    const key = `${who?.sources.length === 0 && from !== to ? "" : from} ${to} ${guard}`;
    const net = hostAt(to)?.net;
    const known = exact.get(key);
    if (known || !net) return known ?? "proven";
    const { isOnePlace } = index;
    const { state } = reaches({ from: who, to: net, guard: guards.get(guard), isOnePlace });
    exact.set(key, state);
    return state;
  }

  function admission(guard: number, vantage: number): number {
    const known = admissions.get(guard, vantage);
    if (known >= 0) return known;
    const { patterns } = guards.get(guard);
    const code = codeOfAdmission[admitsFrom(patterns, vantages.client(vantage))];
    admissions.set(guard, vantage, code);
    return code;
  }

  function arrival(vantage: number, gate: number): number {
    const door = gates.door(gate);
    if (door < 0) return proven;
    return arrivals.codeOf(vantages.partOf(vantage), door, () => ({
      source: vantages.source(vantage),
      from: hostAt(vantages.hostOf(vantage))!.net,
      to: hostAt(gates.host(gate))!.net,
      port: gates.port(gate),
    }));
  }

  /** By the address that fares best. */
  function unseenStateOf(from: number, gate: number): State {
    const [first, last] = from < 0 ? [0, 0] : [vantages.firstOf(from), vantages.firstOf(from + 1)];
    if (first === last) return judged(from, gate);
    const guard = gates.patterns(gate);
    let best = refuted;
    for (let vantage = first; vantage < last && best > proven; vantage++) {
      const admitted = guard < 0 ? proven : admission(guard, vantage);
      if (admitted < best) best = Math.min(best, Math.max(admitted, arrival(vantage, gate)));
    }
    return states[best]!;
  }

  function stateOf(from: number, gate: number): State {
    const to = gates.host(gate);
    if (from === to) return judged(from, gate);
    const state = unseenStateOf(from, gate);
    // A connection that was seen makes a route sure, and lets nobody in.
    const isSeen = state === "inferred" && connections.has(from, to, gates.port(gate));
    return isSeen ? judged(from, gate) : state;
  }

  return {
    gates,
    unseenStateOf,
    connections,
    partsOf: vantages.partsOf,
    stateOfPart: (part, gate) => states[arrival(vantages.someOf(part), gate)]!,
    stateOf,
  };
}
