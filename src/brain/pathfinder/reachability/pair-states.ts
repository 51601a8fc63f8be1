import type { EstateGraph } from "../model/estate-graph.ts";
import type { AccessGuards } from "./access-guards.ts";
import { checkReach } from "./check-reach.ts";
import { reachCodes } from "./reach.ts";

/** The states of single pairs of hosts, for whatever depends on more than their classes. */
export interface PairStates {
  codeOf(from: number, access: number): number;
  /** To be called when the host has changed. */
  forget(slot: number): void;
}

/** Stands for the source of all hosts without a known address, which have the same result. */
const unaddressed = {};
const internet = {};
const maxPatterns = 2 ** 24;

export function createPairStates(
  { guards, index, hostAt }: EstateGraph,
  accessGuards: AccessGuards,
): PairStates {
  /** By the slot of the target, then by the record of the source. */
  const known: (WeakMap<object, Map<number, number>> | undefined)[] = [];

  function knownFor(from: number, to: number): Map<number, number> {
    const source = from < 0 ? internet : (hostAt(from) ?? unaddressed);
    const isUnaddressed = from !== to && hostAt(from)?.network.sources.length === 0;
    const key = isUnaddressed ? unaddressed : source;
    const ofTarget = known[to] ?? new WeakMap<object, Map<number, number>>();
    known[to] = ofTarget;
    const found = ofTarget.get(key) ?? new Map<number, number>();
    ofTarget.set(key, found);
    return found;
  }

  function evaluate(from: number, access: number): number {
    const net = hostAt(accessGuards.host(access))?.network;
    if (!net) return reachCodes.proven;
    const guard = guards.get(accessGuards.guard(access));
    const { isUniqueSubnet } = index;
    const who = hostAt(from)?.network ?? null;
    return reachCodes[checkReach({ from: who, to: net, guard, isUniqueSubnet }).state];
  }

  return {
    codeOf(from, access) {
      const codes = knownFor(from, accessGuards.host(access));
      const key = (accessGuards.port(access) + 1) * maxPatterns + accessGuards.patterns(access) + 1;
      const code = codes.get(key) ?? evaluate(from, access);
      codes.set(key, code);
      return code;
    },
    forget(slot) {
      known[slot] = undefined;
    },
  };
}
