import { type Admission, checkAdmission } from "../../../core/client-patterns.ts";
import { createCodeTable } from "../graph/code-table.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import { type AccessGuards, createAccessGuards } from "./access-guards.ts";
import { createArrivalStates, type ReachState, stateByCode } from "./arrival-states.ts";
import { checkReach } from "./check-reach.ts";
import { type Connections, createConnections } from "./connections.ts";
import { createSourceClasses } from "./source-classes.ts";

/**
 * The state that `reaches` gives, for the millions of pairs of hosts that a search asks about: what
 * decides it is judged once for all who are the same to a firewall, a subnet or a list of patterns.
 * Holds as long as no host changes.
 */
export interface ReachStates {
  accessGuards: AccessGuards;
  /** Of who comes from a host (by slot; -1: the internet) to a gate. */
  stateOf(from: number, gate: number): ReachState;
  /** The same, as if no connection between the two hosts had been seen. */
  unobservedStateOf(from: number, gate: number): ReachState;
  connections: Connections;
  /** The parts of all addresses that a host comes from; none of the internet. */
  sourceClassesOf(slot: number): readonly number[];
  /** Of who comes from there to a gate without patterns, as if no connection had been seen. */
  stateOfClass(part: number, gate: number): ReachState;
}

const [proven, inferred, refuted] = [0, 1, 2];
const codeOfAdmission: Record<Admission, number> = { yes: proven, named: inferred, no: refuted };

export function createReachStates(estate: EstateGraph): ReachStates {
  const { guards, index, hosts, hostAt } = estate;
  const vantages = createSourceClasses(hosts.values());
  const accessGuards = createAccessGuards(estate);
  const connections = createConnections(hosts, { ...index, hostAt });
  const arrivals = createArrivalStates({ ...index, coarsen: vantages.coarsen });
  /** By guard and vantage. */
  const admissions = createCodeTable();
  const exact = new Map<string, ReachState>();

  /** Of a pair for itself. */
  function judged(from: number, gate: number): ReachState {
    const [to, guard] = [accessGuards.host(gate), accessGuards.guard(gate)];
    const who = hostAt(from)?.network ?? null;
    // Of hosts without an address one is like the other.
    const key = `${who?.sources.length === 0 && from !== to ? "" : from} ${to} ${guard}`;
    const net = hostAt(to)?.network;
    const known = exact.get(key);
    if (known || !net) return known ?? "proven";
    const { isUniqueSubnet } = index;
    const { state } = checkReach({ from: who, to: net, guard: guards.get(guard), isUniqueSubnet });
    exact.set(key, state);
    return state;
  }

  function admission(guard: number, vantage: number): number {
    const known = admissions.get(guard, vantage);
    if (known >= 0) return known;
    const { patterns } = guards.get(guard);
    const code = codeOfAdmission[checkAdmission(patterns, vantages.client(vantage))];
    admissions.set(guard, vantage, code);
    return code;
  }

  function arrival(vantage: number, gate: number): number {
    const door = accessGuards.portClass(gate);
    if (door < 0) return proven;
    return arrivals.codeOf(vantages.classOf(vantage), door, () => ({
      source: vantages.source(vantage),
      from: hostAt(vantages.hostOf(vantage))!.network,
      to: hostAt(accessGuards.host(gate))!.network,
      port: accessGuards.port(gate),
    }));
  }

  /** By the address that fares best. */
  function unobservedStateOf(from: number, gate: number): ReachState {
    const [first, last] =
      from < 0 ? [0, 0] : [vantages.firstSource(from), vantages.firstSource(from + 1)];
    if (first === last) return judged(from, gate);
    const guard = accessGuards.patterns(gate);
    let best = refuted;
    for (let vantage = first; vantage < last && best > proven; vantage++) {
      const admitted = guard < 0 ? proven : admission(guard, vantage);
      if (admitted < best) best = Math.min(best, Math.max(admitted, arrival(vantage, gate)));
    }
    return stateByCode[best]!;
  }

  function stateOf(from: number, gate: number): ReachState {
    const to = accessGuards.host(gate);
    if (from === to) return judged(from, gate);
    const state = unobservedStateOf(from, gate);
    // A connection that was seen makes a route sure, and lets nobody in.
    const isSeen = state === "inferred" && connections.has(from, to, accessGuards.port(gate));
    return isSeen ? judged(from, gate) : state;
  }

  return {
    accessGuards,
    unobservedStateOf,
    connections,
    sourceClassesOf: vantages.classesOf,
    stateOfClass: (part, gate) => stateByCode[arrival(vantages.sampleOf(part), gate)]!,
    stateOf,
  };
}
