import { growArray } from "../graph/grow-array.ts";
import type { PositionTerms } from "./positions.ts";

/** From which of the hosts held so far edges can be used. */
export interface Admittance {
  /** Adds a host, by slot; -1: the internet. */
  hold(slot: number): void;
  /** A host held that an access guard, of this edge, admits to its port; null: none is. */
  admitted(access: number, edge: number): number | null;
  /** Keeps the use of what was read by the edge `through` until a host is held that is admitted. */
  wait(through: number, edge: number, access: number): void;
  /** Visits the uses kept that are worth it and admitted since the last call, some of them twice. */
  takeAdmitted(taker: UseTaker): void;
}

interface UseTaker {
  isWorth(through: number, edge: number): boolean;
  /** `slot` is the host that is admitted. */
  visit(through: number, edge: number, slot: number): void;
}

/**
 * The origins that the same client patterns admit, among the first `seen` that were held: source
 * classes, or hosts where the patterns distinguish those of one class.
 */
interface Admitted {
  seen: number;
  origins: number[];
}

/** Access guards of one class. */
interface Access {
  /** One of them. */
  sample: number;
  /** Whether its origins are hosts. */
  isSelective: boolean;
  admitted: Admitted;
  /** The host that passes them, among the first origins looked at. */
  from: number | null;
  seen: number;
  seenUnclassified: number;
  /** The newest use that waits for it; -1: none. */
  waiting: number;
}

/** Offsets of a waiting use's numbers; the next ones are older. */
const [atThrough, atEdge, atNextOfClass, atNextOfHost] = [0, 1, 2, 3];
const width = 4;

export function createAdmittance({ estate, traversal }: PositionTerms): Admittance {
  const { connections } = estate;
  const { reachStates, reachCost, costOfCode } = traversal;
  const { accessGuards, sourceClassesOf, codeOfClass, unobservedCodeOf } = reachStates;
  const hosts = new Set<number>();
  /** By source class: the host that was held first. */
  const firstOfClass = new Map<number, number>();
  /** In the order in which they were held. */
  const held = { hosts: [] as number[], classes: [] as number[], unclassified: [] as number[] };
  /** By number of client patterns: of hosts, and of source classes. */
  const admittedBy = { hosts: new Map<number, Admitted>(), classes: new Map<number, Admitted>() };
  /** By class of access guards. */
  const accesses: (Access | undefined)[] = [];
  /** The hosts held with connections to a port, by `keyOf`. */
  const connected = new Map<number, number[]>();
  let uses = new Int32Array(0);
  let size = 0;
  /** The classes for which something waits. */
  let awaited: Access[] = [];
  /** By slot: the newest use that waits for a port of the host, plus one. */
  let ofHost = new Int32Array(0);
  /** The hosts held since uses were taken last. */
  let fresh: number[] = [];

  const isOpen = (code: number) => costOfCode(code) >= 0;

  function accessOf(access: number): Access {
    const accessClass = accessGuards.classOf(access);
    accesses[accessClass] ??= startOf(access);
    return accesses[accessClass];
  }

  function startOf(access: number): Access {
    const isSelective = accessGuards.isSelective(access);
    const known = isSelective ? admittedBy.hosts : admittedBy.classes;
    const patterns = accessGuards.patterns(access);
    const admitted = known.get(patterns) ?? { seen: 0, origins: [] };
    known.set(patterns, admitted);
    const start = { from: null, seen: 0, seenUnclassified: 0, waiting: -1 };
    return { sample: access, isSelective, admitted, ...start };
  }

  function admitHeld({ sample, isSelective, admitted }: Access): void {
    const all = isSelective ? held.hosts : held.classes;
    const { admissionOf, admissionOfClass } = reachStates;
    for (; admitted.seen < all.length; admitted.seen++) {
      const origin = all[admitted.seen]!;
      const code = (isSelective ? admissionOf : admissionOfClass)(origin, sample);
      if (isOpen(code)) admitted.origins.push(origin);
    }
  }

  /** Whatever is true of all access guards of the class. */
  function usual(one: Access): number | null {
    if (one.from !== null) return one.from;
    admitHeld(one);
    const { sample, isSelective, admitted } = one;
    const { origins } = admitted;
    for (; one.from === null && one.seen < origins.length; one.seen++) {
      const origin = origins[one.seen]!;
      const code = isSelective ? unobservedCodeOf(origin, sample) : codeOfClass(origin, sample);
      if (isOpen(code)) one.from = isSelective ? origin : firstOfClass.get(origin)!;
    }
    const { unclassified } = held;
    for (; one.from === null && one.seenUnclassified < unclassified.length; ) {
      const slot = unclassified[one.seenUnclassified++]!;
      if (isOpen(unobservedCodeOf(slot, sample))) one.from = slot;
    }
    return one.from;
  }

  /** The host of the port, or one that was seen to connect to it. */
  function single(access: number, edge: number): number | null {
    const slot = accessGuards.host(access);
    if (hosts.has(slot) && reachCost(slot, edge) >= 0) return slot;
    const sources = connected.get(keyOf(slot, accessGuards.port(access)));
    return sources?.find((from) => reachCost(from, edge) >= 0) ?? null;
  }

  /** Visits the uses of a port, null: of any of the host, that `from` is admitted to. */
  function visitOfHost(
    from: number,
    { slot, port }: { slot: number; port: number | null },
    { visit, isWorth }: UseTaker,
  ): void {
    for (let at = (ofHost[slot] ?? 0) - 1; at >= 0; at = uses[at + atNextOfHost]!) {
      const [through, edge] = [uses[at + atThrough]!, uses[at + atEdge]!];
      if (!isWorth(through, edge)) continue;
      if (port !== null && accessGuards.port(accessGuards.of(edge)) !== port) continue;
      if (reachCost(from, edge) >= 0) visit(through, edge, from);
    }
  }

  return {
    hold(slot) {
      if (hosts.has(slot)) return;
      hosts.add(slot);
      held.hosts.push(slot);
      fresh.push(slot);
      for (const to of connections.from(slot)) {
        const key = keyOf(to.slot, to.port);
        const sources = connected.get(key);
        if (sources) sources.push(slot);
        else connected.set(key, [slot]);
      }
      const own = sourceClassesOf(slot);
      if (own.length === 0) held.unclassified.push(slot);
      for (const sourceClass of own) {
        if (firstOfClass.has(sourceClass)) continue;
        firstOfClass.set(sourceClass, slot);
        held.classes.push(sourceClass);
      }
    },
    admitted(access, edge) {
      if (access < 0) return held.hosts[0] ?? null;
      return usual(accessOf(access)) ?? single(access, edge);
    },
    wait(through, edge, access) {
      // Without a guard there is nothing to wait for.
      if (access < 0) return;
      const [ofClass, slot] = [accessOf(access), accessGuards.host(access)];
      ofHost = growArray(ofHost, slot);
      uses = growArray(uses, size + width);
      uses[size + atThrough] = through;
      uses[size + atEdge] = edge;
      uses[size + atNextOfClass] = ofClass.waiting;
      uses[size + atNextOfHost] = ofHost[slot]! - 1;
      if (ofClass.waiting < 0) awaited.push(ofClass);
      ofClass.waiting = size;
      ofHost[slot] = size + 1;
      size += width;
    },
    takeAdmitted(taker) {
      for (const slot of fresh) {
        visitOfHost(slot, { slot, port: null }, taker);
        for (const to of connections.from(slot)) visitOfHost(slot, to, taker);
      }
      fresh = [];
      awaited = awaited.filter((one) => {
        const slot = usual(one);
        if (slot === null) return true;
        for (let at = one.waiting; at >= 0; at = uses[at + atNextOfClass]!)
          taker.visit(uses[at + atThrough]!, uses[at + atEdge]!, slot);
        one.waiting = -1;
        return false;
      });
    },
  };
}

const keyOf = (slot: number, port: number) => slot * 0x10000 + port;
