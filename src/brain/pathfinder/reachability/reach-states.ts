import { type Admission, checkAdmission } from "../../../core/client-patterns.ts";
import { createCodeTable } from "../graph/code-table.ts";
import type { EstateGraph } from "../model/estate-graph.ts";
import { type AccessGuards, createAccessGuards } from "./access-guards.ts";
import { createArrivalStates, type ReachState, stateByCode } from "./arrival-states.ts";
import { checkReach } from "./check-reach.ts";
import { createDepartureStates, openClass } from "./departure-states.ts";
import { createSourceClasses } from "./source-classes.ts";

/**
 * The state that `checkReach` gives, for the millions of pairs of hosts that a search asks about:
 * evaluated once for all sources that a firewall, a subnet or a list of patterns can't distinguish.
 * Valid until a host changes.
 */
export interface ReachStates {
  accessGuards: AccessGuards;
  /** The state from a host (by slot; -1: the internet) through an access guard. */
  stateOf(from: number, access: number): ReachState;
  /** The same, without the connections observed between the two hosts. */
  unobservedStateOf(from: number, access: number): ReachState;
  /** The source classes that a host's addresses are in; none for the internet. */
  sourceClassesOf(slot: number): readonly number[];
  /**
   * The state from a source class through a guard without patterns, without observed connections.
   */
  stateOfClass(sourceClass: number, access: number): ReachState;
}

const [proven, inferred, refuted] = [0, 1, 2];
const codeOfAdmission: Record<Admission, number> = { yes: proven, named: inferred, no: refuted };

export function createReachStates(estate: EstateGraph): ReachStates {
  const { guards, index, hosts, hostAt, connections } = estate;
  const departures = createDepartureStates(hosts.values());
  const sourceClasses = createSourceClasses(hosts.values(), departures.classOf);
  const { destinationKey } = departures;
  const accessGuards = createAccessGuards({ ...estate, destinationKey });
  const arrivals = createArrivalStates({ ...index, coarsen: sourceClasses.coarsen });
  /** By guard and source. */
  const admissions = createCodeTable();
  const exact = new Map<string, ReachState>();

  /** Evaluates one pair by itself. */
  function checkPair(from: number, access: number): ReachState {
    const [to, guard] = [accessGuards.host(access), accessGuards.guard(access)];
    const who = hostAt(from)?.network ?? null;
    // All hosts without a known address have the same result.
    const key = `${who?.sources.length === 0 && from !== to ? "" : from} ${to} ${guard}`;
    const net = hostAt(to)?.network;
    const known = exact.get(key);
    if (known || !net) return known ?? "proven";
    const { isUniqueSubnet } = index;
    const { state } = checkReach({ from: who, to: net, guard: guards.get(guard), isUniqueSubnet });
    exact.set(key, state);
    return state;
  }

  function admissionCode(guard: number, source: number): number {
    const known = admissions.get(guard, source);
    if (known >= 0) return known;
    const { patterns } = guards.get(guard);
    const code = codeOfAdmission[checkAdmission(patterns, sourceClasses.client(source))];
    admissions.set(guard, source, code);
    return code;
  }

  /** The way from a source to a port: out of its host and into the other. */
  function wayCode(source: number, access: number): number {
    const portClass = accessGuards.portClass(access);
    if (portClass < 0) return proven;
    const sourceClass = sourceClasses.classOf(source);
    const sample = () => ({
      source: sourceClasses.source(source),
      from: hostAt(sourceClasses.hostOf(source))!.network,
      to: hostAt(accessGuards.host(access))!.network,
      port: accessGuards.port(access),
    });
    const arrival = arrivals.codeOf(sourceClass, portClass, sample);
    const isOpen = departures.classOf(sourceClasses.hostOf(source)) === openClass;
    if (isOpen || arrival === refuted) return arrival;
    return Math.max(arrival, departures.codeOf(sourceClass, portClass, sample));
  }

  /** The best state over all addresses of the host. */
  function unobservedStateOf(from: number, access: number): ReachState {
    const [first, last] =
      from < 0 ? [0, 0] : [sourceClasses.firstSource(from), sourceClasses.firstSource(from + 1)];
    if (first === last) return checkPair(from, access);
    const guard = accessGuards.patterns(access);
    let best = refuted;
    for (let source = first; source < last && best > proven; source++) {
      const admitted = guard < 0 ? proven : admissionCode(guard, source);
      if (admitted < best) best = Math.min(best, Math.max(admitted, wayCode(source, access)));
    }
    return stateByCode[best]!;
  }

  function stateOf(from: number, access: number): ReachState {
    const to = accessGuards.host(access);
    if (from === to) return checkPair(from, access);
    const state = unobservedStateOf(from, access);
    // An observed connection proves the route, but no firewall rule.
    const isObserved = state === "inferred" && connections.has(from, to, accessGuards.port(access));
    return isObserved ? checkPair(from, access) : state;
  }

  return {
    accessGuards,
    unobservedStateOf,
    sourceClassesOf: sourceClasses.classesOf,
    stateOfClass: (sourceClass, access) =>
      stateByCode[wayCode(sourceClasses.sampleOf(sourceClass), access)]!,
    stateOf,
  };
}
