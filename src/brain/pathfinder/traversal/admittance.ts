import { growArray } from "../graph/grow-array.ts";
import type { PositionTerms } from "./positions.ts";

/** From which of the hosts held so far edges can be used. */
export interface Admittance {
  /** Adds a host, by slot; -1: the internet. */
  hold(slot: number): void;
  /** A host held that is admitted to the edge's port; null: none is. */
  admitted(edge: number): number | null;
  /** Keeps the use of what was read by the edge `through` until a host is held that is admitted. */
  wait(through: number, edge: number): void;
  /** Visits the uses kept that are admitted since the last call, some of them twice. */
  takeAdmitted(visit: VisitUse): void;
}

type VisitUse = (through: number, edge: number) => void;

/** The origins that the same client patterns admit, among the first `seen` that were held. */
interface Admitted {
  seen: number;
  origins: number[];
}

/** Access guards of one class. */
interface Access {
  /** One of them. */
  sample: number;
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

  /** Origins are source classes, or hosts where the patterns distinguish those of one class. */
  function originsFor(access: number): readonly number[] {
    const patterns = accessGuards.patterns(access);
    const kind = accessGuards.isSelective(access) ? "hosts" : "classes";
    const found = admittedBy[kind].get(patterns) ?? { seen: 0, origins: [] };
    admittedBy[kind].set(patterns, found);
    const all = held[kind];
    const admission = kind === "hosts" ? reachStates.admissionOf : reachStates.admissionOfClass;
    for (; found.seen < all.length; found.seen++) {
      const origin = all[found.seen]!;
      if (isOpen(admission(origin, access))) found.origins.push(origin);
    }
    return found.origins;
  }

  function accessOf(access: number): Access {
    const accessClass = accessGuards.classOf(access);
    const start = { sample: access, from: null, seen: 0, seenUnclassified: 0, waiting: -1 };
    accesses[accessClass] ??= start;
    return accesses[accessClass];
  }

  /** Whatever is true of all access guards of the class. */
  function usual(found: Access): number | null {
    if (found.from !== null) return found.from;
    const { sample: access } = found;
    const isSelective = accessGuards.isSelective(access);
    const origins = originsFor(access);
    for (; found.from === null && found.seen < origins.length; found.seen++) {
      const origin = origins[found.seen]!;
      const code = isSelective ? unobservedCodeOf(origin, access) : codeOfClass(origin, access);
      if (isOpen(code)) found.from = isSelective ? origin : firstOfClass.get(origin)!;
    }
    const { unclassified } = held;
    for (; found.from === null && found.seenUnclassified < unclassified.length; ) {
      const slot = unclassified[found.seenUnclassified++]!;
      if (isOpen(unobservedCodeOf(slot, access))) found.from = slot;
    }
    return found.from;
  }

  /** The host of the port, or one that was seen to connect to it. */
  function single(access: number, edge: number): number | null {
    const slot = accessGuards.host(access);
    if (hosts.has(slot) && reachCost(slot, edge) >= 0) return slot;
    const sources = connected.get(keyOf(slot, accessGuards.port(access)));
    return sources?.find((from) => reachCost(from, edge) >= 0) ?? null;
  }

  /** Visits the uses of a port of `to`, null: of any, that `from` is admitted to. */
  function takeOfHost(from: number, to: number, port: number | null, visit: VisitUse): void {
    for (let at = (ofHost[to] ?? 0) - 1; at >= 0; at = uses[at + atNextOfHost]!) {
      const edge = uses[at + atEdge]!;
      if (port !== null && accessGuards.port(accessGuards.of(edge)) !== port) continue;
      if (reachCost(from, edge) >= 0) visit(uses[at + atThrough]!, edge);
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
    admitted(edge) {
      const access = accessGuards.of(edge);
      if (access < 0) return held.hosts[0] ?? null;
      return usual(accessOf(access)) ?? single(access, edge);
    },
    wait(through, edge) {
      const access = accessGuards.of(edge);
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
    takeAdmitted(visit) {
      for (const slot of fresh) {
        takeOfHost(slot, slot, null, visit);
        for (const to of connections.from(slot)) takeOfHost(slot, to.slot, to.port, visit);
      }
      fresh = [];
      awaited = awaited.filter((one) => {
        if (usual(one) === null) return true;
        for (let at = one.waiting; at >= 0; at = uses[at + atNextOfClass]!)
          visit(uses[at + atThrough]!, uses[at + atEdge]!);
        one.waiting = -1;
        return false;
      });
    },
  };
}

const keyOf = (slot: number, port: number) => slot * 0x10000 + port;
