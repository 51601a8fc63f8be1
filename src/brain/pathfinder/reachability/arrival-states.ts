import { createCodeTable } from "../graph/code-table.ts";
import type { HostIndex } from "../model/host-index.ts";
import type { HostNetwork, SourceAddress } from "../model/host-network.ts";
import { checkArrival } from "./check-reach.ts";
import type { Reach } from "./reach.ts";
import type { SourceClasses } from "./source-classes.ts";

type ArrivalTerms = Pick<HostIndex, "isUniqueSubnet"> & Pick<SourceClasses, "coarsen">;

export type ReachState = Reach["state"];

/** In ascending order of badness: the worst of several states has the highest code. */
export const stateByCode: readonly ReachState[] = ["proven", "inferred", "refuted"];

/** Inputs of an uncached reachability check. */
export interface Arrival {
  source: SourceAddress;
  from: HostNetwork;
  to: HostNetwork;
  port: number;
}

/**
 * Whether sources reach ports without an observed connection between the two hosts, as a code of
 * `stateByCode`.
 */
export interface ArrivalStates {
  /**
   * The code for a source class and a port class; `sample` gives a source and a port of these
   * classes.
   */
  codeOf(sourceClass: number, portClass: number, sample: () => Arrival): number;
}

/** Evaluates each port class once for all source classes that it does not distinguish. */
export function createArrivalStates({ isUniqueSubnet, coarsen }: ArrivalTerms): ArrivalStates {
  const known = createCodeTable();
  /** By port class: the source classes it distinguishes, and the code of each plus one. */
  const portClasses: { classOf(sourceClass: number): number; codes: Uint8Array }[] = [];

  function evaluate({ source, from, to, port }: Arrival): number {
    const guard = { port, admits: "", patterns: { lists: [] } };
    return stateByCode.indexOf(
      checkArrival(source, {
        from: withoutFlows(from),
        to: withoutFlows(to),
        guard,
        isUniqueSubnet,
      }).state,
    );
  }

  /** The classes that a host's firewall and subnets distinguish. */
  function distinguishedClasses({ firewall, addresses }: HostNetwork) {
    const subnets = addresses.flatMap(({ subnet }) => subnet ?? []);
    const { count, classOf } = coarsen([...subnets, ...(firewall?.sourceRanges ?? [])]);
    return { classOf, codes: new Uint8Array(count) };
  }

  return {
    codeOf(sourceClass, portClass, sample) {
      const before = known.get(sourceClass, portClass);
      if (before >= 0) return before;
      portClasses[portClass] ??= distinguishedClasses(sample().to);
      const { classOf, codes } = portClasses[portClass];
      const own = classOf(sourceClass);
      if (codes[own] === 0) codes[own] = evaluate(sample()) + 1;
      known.set(sourceClass, portClass, codes[own]! - 1);
      return codes[own]! - 1;
    },
  };
}

const noFlows = new Map<string, number>();
const withoutFlows = (net: HostNetwork): HostNetwork => ({ ...net, flows: noFlows });
