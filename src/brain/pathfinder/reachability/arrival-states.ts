import { createCodeTable } from "../graph/code-table.ts";
import type { HostIndex } from "../model/host-index.ts";
import type { HostNetwork, SourceAddress } from "../model/host-network.ts";
import { checkArrival } from "./check-reach.ts";
import type { Reach } from "./reach.ts";
import type { SourceClasses } from "./source-classes.ts";

type ArrivalTerms = Pick<HostIndex, "isUniqueSubnet"> & Pick<SourceClasses, "coarsen">;

export type ReachState = Reach["state"];

/** By their number in tables: the worst of several is the highest. */
export const stateByCode: readonly ReachState[] = ["proven", "inferred", "refuted"];

/** Who comes and where to, as it has to be known for what was not judged yet. */
export interface Arrival {
  source: SourceAddress;
  from: HostNetwork;
  to: HostNetwork;
  port: number;
}

/** Whether who comes gets to doors, as a number of `states`, if no connection was seen between the two hosts. */
export interface ArrivalStates {
  /** From a part of all addresses; `example` tells of a host there and of one with such a door. */
  codeOf(part: number, door: number, example: () => Arrival): number;
}

/** Each is judged once for all addresses that are the same to the door. */
export function createArrivalStates({ isUniqueSubnet, coarsen }: ArrivalTerms): ArrivalStates {
  const known = createCodeTable();
  /** By door: what it tells apart, and one more than the code of each. */
  const doors: { partOf(part: number): number; codes: Uint8Array }[] = [];

  function judged({ source, from, to, port }: Arrival): number {
    const guard = { port, admits: "", patterns: { lists: [] } };
    return stateByCode.indexOf(
      checkArrival(source, { from: unseen(from), to: unseen(to), guard, isUniqueSubnet }).state,
    );
  }

  /** What a host's firewall and its subnets tell apart. */
  function doorOf({ firewall, addresses }: HostNetwork) {
    const subnets = addresses.flatMap(({ subnet }) => subnet ?? []);
    const { count, partOf } = coarsen([...subnets, ...(firewall?.sourceRanges ?? [])]);
    return { partOf, codes: new Uint8Array(count) };
  }

  return {
    codeOf(part, door, example) {
      const before = known.get(part, door);
      if (before >= 0) return before;
      doors[door] ??= doorOf(example().to);
      const { partOf, codes } = doors[door];
      const own = partOf(part);
      if (codes[own] === 0) codes[own] = judged(example()) + 1;
      known.set(part, door, codes[own]! - 1);
      return codes[own]! - 1;
    },
  };
}

const noFlows = new Map<string, number>();
const unseen = (net: HostNetwork): HostNetwork => ({ ...net, flows: noFlows });
