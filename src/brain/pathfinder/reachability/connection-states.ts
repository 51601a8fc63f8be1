import { createCodeTable } from "../graph/code-table.ts";
import type { HostIndex } from "../model/host-index.ts";
import type { HostNetwork } from "../model/host-network.ts";
import type { AccessGuards } from "./access-guards.ts";
import { checkDeparture, type Departure } from "./check-departure.ts";
import { checkArrival } from "./check-reach.ts";
import { reachCodes } from "./reach.ts";
import { arrivalRanges, type SourceClasses } from "./source-classes.ts";

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

/** The code of getting into a host, and the port to connect to if it isn't the one reached. */
interface Arrival {
  code: number;
  entry: number | undefined;
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
  /** By port class: the source classes it distinguishes, the code of each plus one, and other ports to connect to. */
  const arrivals: {
    classOf(sourceClass: number): number;
    known: Uint8Array;
    entries: Map<number, number>;
  }[] = [];

  function evaluateArrival({ source, from, to, port }: ConnectionInputs): Arrival {
    const guard = { port, admits: "", patterns: { lists: [] } };
    const others = { from: withoutFlows(from), to: withoutFlows(to) };
    const { state, entry } = checkArrival(source, { ...others, guard, isUniqueSubnet });
    return { code: reachCodes[state], entry };
  }

  /** The classes that a host's subnets and firewall distinguish. */
  function distinguishedClasses(network: HostNetwork) {
    const { count, classOf } = coarsen(arrivalRanges(network));
    return { classOf, known: new Uint8Array(count), entries: new Map() };
  }

  /** Evaluated once for all source classes that the port class does not distinguish. */
  function arrivalOf(sourceClass: number, access: number): Arrival {
    const portClass = portClassOf(access);
    const sample = () => inputsOf(sampleOf(sourceClass), access);
    arrivals[portClass] ??= distinguishedClasses(sample().to);
    const { classOf, known: ofPort, entries } = arrivals[portClass];
    const own = classOf(sourceClass);
    if (ofPort[own] === 0) {
      const { code, entry } = evaluateArrival(sample());
      ofPort[own] = code + 1;
      if (entry !== undefined) entries.set(own, entry);
    }
    return { code: ofPort[own]! - 1, entry: entries.get(own) };
  }

  function withDeparture({ code, entry }: Arrival, inputs: () => ConnectionInputs): number {
    if (code === reachCodes.refuted) return code;
    const connection = inputs();
    if (connection.leavesFreely) return code;
    const { from, to, port } = connection;
    // The sample may be one host, of which more is true than of two.
    const other = from === to ? withoutFlows(to) : to;
    const { verdict } = checkDeparture({
      ...connection,
      to: other,
      port: entry ?? port,
      served: port,
    });
    return Math.max(code, departureCodes[verdict]);
  }

  return {
    codeOf(sourceClass, access) {
      const portClass = portClassOf(access);
      const before = known.ofClass.get(sourceClass, portClass);
      if (before >= 0) return before;
      const sample = () => inputsOf(sampleOf(sourceClass), access);
      const code = withDeparture(arrivalOf(sourceClass, access), sample);
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
