import { createCodeTable } from "../graph/code-table.ts";
import type { HostIndex } from "../model/host-index.ts";
import type { HostNetwork } from "../model/host-network.ts";
import type { AccessGuards } from "./access-guards.ts";
import { checkDeparture, type Departure } from "./check-departure.ts";
import { checkArrival } from "./check-reach.ts";
import { reachCodes } from "./reach.ts";
import type { SourceClasses } from "./source-classes.ts";

/** Inputs of an uncached check. */
export interface ConnectionInputs extends Departure {
  /** Whether the source's own firewall lets everything out. */
  leavesFreely: boolean;
}

/**
 * Whether sources reach ports, client patterns and observed connections aside, as a code of
 * `reachCodes`.
 */
export interface ConnectionStates {
  /** The code for a source class and the port of an access guard. */
  codeOf(sourceClass: number, access: number): number;
  /** The same for one source, where the port's host distinguishes those of its class. */
  codeOfSource(source: number, access: number): number;
}

interface ConnectionTerms
  extends Pick<HostIndex, "isUniqueSubnet">,
    Pick<SourceClasses, "coarsen" | "sampleOf">,
    Pick<AccessGuards, "portClass"> {
  inputsOf(source: number, access: number): ConnectionInputs;
}

const departureCodes = {
  accept: reachCodes.proven,
  unknown: reachCodes.inferred,
  drop: reachCodes.refuted,
} as const;

export function createConnectionStates({
  isUniqueSubnet,
  coarsen,
  sampleOf,
  portClass: portClassOf,
  inputsOf,
}: ConnectionTerms): ConnectionStates {
  const known = { ofClass: createCodeTable(), ofSource: createCodeTable() };
  /** By port class: the source classes it distinguishes, and the code of each plus one. */
  const arrivals: { classOf(sourceClass: number): number; codes: Uint8Array }[] = [];

  function evaluateArrival({ source, from, to, port }: ConnectionInputs): number {
    const guard = { port, admits: "", patterns: { lists: [] } };
    const others = { from: withoutFlows(from), to: withoutFlows(to) };
    return reachCodes[checkArrival(source, { ...others, guard, isUniqueSubnet }).state];
  }

  /** The classes that a host's firewall, both ways, and subnets distinguish. */
  function distinguishedClasses({ firewall, outgoing, addresses }: HostNetwork) {
    const subnets = addresses.flatMap(({ subnet }) => subnet ?? []);
    const filtered = [...(firewall?.sourceRanges ?? []), ...(outgoing?.destinationRanges ?? [])];
    const { count, classOf } = coarsen([...subnets, ...filtered]);
    return { classOf, codes: new Uint8Array(count) };
  }

  /** Evaluated once for all source classes that the port class does not distinguish. */
  function arrivalCode(sourceClass: number, access: number): number {
    const portClass = portClassOf(access);
    const sample = () => inputsOf(sampleOf(sourceClass), access);
    arrivals[portClass] ??= distinguishedClasses(sample().to);
    const { classOf, codes } = arrivals[portClass];
    const own = classOf(sourceClass);
    if (codes[own] === 0) codes[own] = evaluateArrival(sample()) + 1;
    return codes[own]! - 1;
  }

  function withDeparture(arrival: number, inputs: () => ConnectionInputs): number {
    if (arrival === reachCodes.refuted) return arrival;
    const connection = inputs();
    if (connection.leavesFreely) return arrival;
    const { from, to } = connection;
    // The sample may be one host, of which more is true than of two.
    const other = from === to ? withoutFlows(to) : to;
    const { verdict } = checkDeparture({ ...connection, to: other });
    return Math.max(arrival, departureCodes[verdict]);
  }

  return {
    codeOf(sourceClass, access) {
      const portClass = portClassOf(access);
      const before = known.ofClass.get(sourceClass, portClass);
      if (before >= 0) return before;
      const sample = () => inputsOf(sampleOf(sourceClass), access);
      const code = withDeparture(arrivalCode(sourceClass, access), sample);
      known.ofClass.set(sourceClass, portClass, code);
      return code;
    },
    codeOfSource(source, access) {
      const portClass = portClassOf(access);
      const before = known.ofSource.get(source, portClass);
      if (before >= 0) return before;
      const connection = inputsOf(source, access);
      const code = withDeparture(evaluateArrival(connection), () => connection);
      known.ofSource.set(source, portClass, code);
      return code;
    },
  };
}

const noFlows = new Map<string, number>();
const withoutFlows = (net: HostNetwork): HostNetwork => ({ ...net, flows: noFlows });
