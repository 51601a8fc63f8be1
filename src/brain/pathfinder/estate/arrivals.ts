import { createCodeTable } from "./code-table.ts";
import type { HostIndex } from "./host-index.ts";
import type { HostNet, Source } from "./host-net.ts";
import type { Reach } from "./reach.ts";
import { arrives } from "./reaches.ts";
import type { Vantages } from "./vantages.ts";

type ArrivalsTerms = Pick<HostIndex, "isOnePlace"> & Pick<Vantages, "coarser">;

export interface ArrivalRequest {
  /** Who comes: a part of all addresses, one address of it, and the host that has that. */
  part: number;
  source: Source;
  from: HostNet;
  /** Where to: a door, and a host with such a one at this port. */
  door: number;
  to: HostNet;
  port: number;
}

export type State = Reach["state"];

/** By their number in tables: the worst of several is the highest. */
export const states: readonly State[] = ["proven", "inferred", "refuted"];

/**
 * Whether who comes gets to doors, as a number of `states`, if no connection between the two hosts
 * was seen: judged once for all addresses that are the same to the door.
 */
export function createArrivals({ isOnePlace, coarser }: ArrivalsTerms) {
  const known = createCodeTable();
  /** By door: what it tells apart, and one more than the code of each. */
  const doors: { partOf(part: number): number; codes: Uint8Array }[] = [];

  function judged({ source, from, to, port }: ArrivalRequest): number {
    const guard = { port, admits: "", patterns: { lists: [] } };
    return states.indexOf(
      arrives(source, { from: unseen(from), to: unseen(to), guard, isOnePlace }).state,
    );
  }

  /** What a host's firewall and its subnets tell apart. */
  function doorOf({ filter, addresses }: HostNet) {
    const subnets = addresses.flatMap(({ subnet }) => subnet ?? []);
    const { count, partOf } = coarser([...subnets, ...(filter?.sources ?? [])]);
    return { partOf, codes: new Uint8Array(count) };
  }

  function codeAt(request: ArrivalRequest): number {
    const { part, door, to } = request;
    doors[door] ??= doorOf(to);
    const { partOf, codes } = doors[door];
    const own = partOf(part);
    if (codes[own] === 0) codes[own] = judged(request) + 1;
    return codes[own]! - 1;
  }

  return {
    /** -1: it was not asked for yet. */
    known: known.get,
    codeOf(request: ArrivalRequest): number {
      const code = codeAt(request);
      known.set(request.part, request.door, code);
      return code;
    },
  };
}

const noFlows = new Map<string, number>();
const unseen = (net: HostNet): HostNet => ({ ...net, flows: noFlows });
