import type { Multigraph } from "../graph/multigraph.ts";
import { type Admission, admitsFrom, parseClientPatterns } from "./admits-from.ts";
import { createCodeTable } from "./code-table.ts";
import { createDoors, type Doors } from "./doors.ts";
import type { GuardTable } from "./guards.ts";
import type { HostIndex } from "./host-index.ts";
import type { HostNet } from "./host-net.ts";
import type { HostRecord } from "./host-record.ts";
import { createPeers } from "./peers.ts";
import type { Reach } from "./reach.ts";
import { arrives, reaches } from "./reaches.ts";
import { vantagesOf } from "./vantages.ts";

export interface ReachStatesTerms {
  graph: Multigraph;
  guards: Pick<GuardTable, "get">;
  index: Pick<HostIndex, "isOnePlace" | "atAddress">;
  hosts: ReadonlyMap<string, HostRecord>;
  hostAt(slot: number): HostRecord | undefined;
  /** The slot of the host whose port an edge asks for. */
  hostOfPort(edge: number): number;
}

type State = Reach["state"];

/**
 * The state that `reaches` gives, for the millions of pairs of hosts that a search asks about: what
 * decides it is judged once for all who are the same to a firewall, a subnet or a list of patterns.
 * Holds as long as no host changes.
 */
export interface ReachStates {
  /** Of who comes from a host (by slot; -1: the internet) to a guarded edge. */
  stateOf(from: number, edge: number): State;
  /** The same, whether or not the two hosts were seen connected: one for all edges of a gate. */
  unseenStateOf(from: number, edge: number): State;
  /** What keeps others from an edge, as a number: edges of the same one are come to by the same. */
  gateOf(edge: number): number;
  /** Hosts that this one was seen connected with. */
  peersOf(slot: number): Int32Array;
}

type Code = 0 | 1 | 2;
const [yes, maybe, no] = [0, 1, 2] as const;
const states: readonly State[] = ["proven", "inferred", "refuted"];
const codeOfAdmission: Record<Admission, Code> = { yes, named: maybe, no };

export function createReachStates(terms: ReachStatesTerms): ReachStates {
  const { graph, guards, index, hosts, hostAt, hostOfPort } = terms;
  const { isOnePlace } = index;
  const vantages = vantagesOf(hosts.values());
  const doors = createDoors(index);
  const peers = createPeers(hosts.values(), index);
  const gates = createGates(terms, doors);
  /** By guard and vantage; by part of all addresses and door. */
  const [admissions, arrivals] = [createCodeTable(), createCodeTable()];
  const exact = new Map<string, State>();

  /** Of a pair for itself. */
  function judged(from: number, edge: number): State {
    const [to, guard] = [hostOfPort(edge), graph.guard(edge)];
    const who = hostAt(from)?.net ?? null;
    // Of hosts without an address one is like the other.
    const key = `${who?.sources.length === 0 && from !== to ? "" : from} ${to} ${guard}`;
    const net = hostAt(to)?.net;
    const known = exact.get(key);
    if (known || !net) return known ?? "proven";
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

  function arrival(vantage: number, from: number, edge: number): number {
    const [part, door] = [vantages.partOf(vantage), gates.door(edge)];
    const known = arrivals.get(part, door);
    if (known >= 0) return known;
    const [who, to] = [hostAt(from)!.net, hostAt(gates.host(edge))!.net];
    const { state } = arrives(vantages.source(vantage), {
      from: unseen(who),
      to: unseen(to),
      guard: { port: guards.get(graph.guard(edge)).port, admits: "", patterns: { lists: [] } },
      isOnePlace,
    });
    const code = states.indexOf(state);
    arrivals.set(part, door, code);
    return code;
  }

  /** By the address that fares best. */
  function unseenStateOf(from: number, edge: number): State {
    const [first, last] = from < 0 ? [0, 0] : [vantages.firstOf(from), vantages.firstOf(from + 1)];
    if (first === last) return judged(from, edge);
    const [door, guard] = [gates.door(edge), gates.guard(edge)];
    let best: number = no;
    for (let vantage = first; vantage < last && best > yes; vantage++) {
      const admitted = guard < 0 ? yes : admission(guard, vantage);
      if (admitted >= best) continue;
      const arrived = door < 0 ? yes : arrival(vantage, from, edge);
      best = Math.min(best, Math.max(admitted, arrived));
    }
    return states[best]!;
  }

  return {
    unseenStateOf,
    gateOf: (edge) => (gates.door(edge) + 1) * maxGuards + gates.guard(edge) + 1,
    peersOf: peers.of,
    stateOf(from, edge) {
      const to = gates.host(edge);
      return from === to || from < 0 || peers.are(from, to)
        ? judged(from, edge)
        : unseenStateOf(from, edge);
    },
  };
}

const maxGuards = 2 ** 24;
const noFlows = new Map<string, number>();
const unseen = (net: HostNet): HostNet => ({ ...net, flows: noFlows });

const anybody = { port: null, patterns: parseClientPatterns("") };

/** What keeps others from each edge, looked up once. */
function createGates({ graph, guards, hostAt, hostOfPort }: ReachStatesTerms, doors: Doors) {
  /** By edge: whether it is known, the host, the door, the guard. */
  const values = new Int32Array(graph.edges * 4);

  function gateAt(edge: number): number {
    const at = edge * 4;
    if (values[at] === 1) return at;
    const number = graph.guard(edge);
    const { port, patterns } = number < 0 ? anybody : guards.get(number);
    const host = hostAt(hostOfPort(edge));
    values[at] = 1;
    values[at + 1] = hostOfPort(edge);
    values[at + 2] = host && port !== null ? doors.numberOf(host, port) : -1;
    values[at + 3] = host && patterns.lists.length > 0 ? number : -1;
    return at;
  }

  return {
    host: (edge: number) => values[gateAt(edge) + 1]!,
    /** -1: no port has to be reached. */
    door: (edge: number) => values[gateAt(edge) + 2]!,
    /** -1: it takes everybody, wherever they come from. */
    guard: (edge: number) => values[gateAt(edge) + 3]!,
  };
}
