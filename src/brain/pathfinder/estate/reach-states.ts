import { withRoomFor } from "../graph/with-room-for.ts";
import { type Admission, admitsFrom } from "./admits-from.ts";
import { createArrivals } from "./arrivals.ts";
import type { GuardTable } from "./guards.ts";
import type { HostIndex } from "./host-index.ts";
import type { HostRecord } from "./host-record.ts";
import type { Reach } from "./reach.ts";
import { reaches } from "./reaches.ts";

export interface ReachStatesTerms {
  guards: Pick<GuardTable, "get">;
  index: Pick<HostIndex, "isOnePlace" | "atAddress">;
  hostAt(slot: number): HostRecord | undefined;
}

/**
 * The state that `reaches` gives, for the millions of pairs of hosts that a search asks about: what
 * decides it is judged once for all who are the same to a firewall, a subnet or a list of patterns.
 * Holds as long as no host changes.
 */
export interface ReachStates {
  /** `from`: a host's slot, -1: the internet; `to`: the slot of the host whose port it is. */
  stateOf(from: number, to: number, guard: number): Reach["state"];
}

/** Answers of patterns that are kept, over all patterns. */
const maxRemembered = 32_000_000;

export function createReachStates({ guards, index, hostAt }: ReachStatesTerms): ReachStates {
  const arrivals = createArrivals({ index, hostAt });
  const others = new Map<string, Reach["state"]>();
  /** By guard, then by slot: an answer's code, 0 where it isn't known yet. */
  const admissions = new Map<number, Uint8Array>();
  let remembered = 0;
  /** By slot: 1 for hosts with one address, 2 for others, 0 where it isn't known yet. */
  let single = new Uint8Array(0);

  function judged(from: number, to: number, guard: number): Reach["state"] {
    const key = `${from} ${to} ${guard}`;
    const net = hostAt(to)?.net;
    const known = net ? others.get(key) : "proven";
    if (!net || known) return known ?? "proven";
    const who = hostAt(from)?.net ?? null;
    const { isOnePlace } = index;
    const { state } = reaches({ from: who, to: net, guard: guards.get(guard), isOnePlace });
    others.set(key, state);
    return state;
  }

  function codesOf(guard: number, slot: number): Uint8Array {
    const known = admissions.get(guard) ?? new Uint8Array(0);
    if (slot < known.length) return known;
    if (remembered > maxRemembered) {
      admissions.clear();
      remembered = 0;
    }
    const made = withRoomFor(known, slot);
    remembered += made.length - known.length;
    admissions.set(guard, made);
    return made;
  }

  function admissionOf(slot: number, guard: number): Admission {
    const { patterns } = guards.get(guard);
    if (patterns.lists.length === 0) return "yes";
    const codes = codesOf(guard, slot);
    if (codes[slot] === 0) {
      const { text, names } = hostAt(slot)!.net.sources[0]!;
      const admission = admitsFrom(patterns, { address: text, names });
      codes[slot] = 1 + admissionsByCode.indexOf(admission);
    }
    return admissionsByCode[codes[slot]! - 1]!;
  }

  /** Who may come by several addresses comes by that which fares best, so those aren't judged here. */
  function hasOneAddress(slot: number): boolean {
    if (slot < 0) return false;
    if (slot >= single.length) single = withRoomFor(single, slot);
    if (single[slot] === 0) single[slot] = hostAt(slot)?.net.sources.length === 1 ? 1 : 2;
    return single[slot] === 1;
  }

  return {
    stateOf(from, to, guard) {
      if (from === to || !hasOneAddress(from)) return judged(from, to, guard);
      const admission = admissionOf(from, guard);
      if (admission === "no") return "refuted";
      const { port } = guards.get(guard);
      const state = port === null ? "proven" : arrivals.stateOf(from, to, port);
      return admission === "named" && state === "proven" ? "inferred" : state;
    },
  };
}

const admissionsByCode: readonly Admission[] = ["yes", "named", "no"];
