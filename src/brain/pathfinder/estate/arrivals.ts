import { type AddressParts, addressParts } from "./address-parts.ts";
import { createCodeTable } from "./code-table.ts";
import type { HostIndex } from "./host-index.ts";
import type { HostNet, Source } from "./host-net.ts";
import type { Reach } from "./reach.ts";
import { arrives } from "./reaches.ts";

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
export function createArrivals({ isOnePlace }: Pick<HostIndex, "isOnePlace">) {
  const known = createCodeTable();
  const doors: ({ parts: AddressParts; codes: Uint8Array } | undefined)[] = [];

  function judged({ source, from, to, port }: ArrivalRequest): number {
    const guard = { port, admits: "", patterns: { lists: [] } };
    return states.indexOf(
      arrives(source, { from: unseen(from), to: unseen(to), guard, isOnePlace }).state,
    );
  }

  function codeAt(request: ArrivalRequest): number {
    const { door, to, source } = request;
    doors[door] ??= doorOf(to);
    const { parts, codes } = doors[door];
    const part = parts.partOf(source.range.first);
    if (codes[part] === 0) codes[part] = judged(request) + 1;
    return codes[part]! - 1;
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

/** What a host's firewall and its subnets tell apart. */
function doorOf({ filter, addresses }: HostNet) {
  const subnets = addresses.flatMap(({ subnet }) => subnet ?? []);
  const parts = addressParts([...subnets, ...(filter?.sources ?? [])]);
  return { parts, codes: new Uint8Array(parts.count) };
}

const noFlows = new Map<string, number>();
const unseen = (net: HostNet): HostNet => ({ ...net, flows: noFlows });
