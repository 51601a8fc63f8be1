import type { PositionTerms } from "./positions.ts";

/** From which of the hosts held so far edges can be used. */
export interface Admittance {
  /** Adds a host, by slot; -1: the internet. */
  hold(slot: number): void;
  /** A host held that is admitted to the edge's port; null: none is. */
  admitted(edge: number): number | null;
  /** Keeps what has to wait until a host is held that is admitted to the edge's port. */
  wait(edge: number, waiting: number): void;
  /** What was kept and may be admitted since the last call: not all of it is. */
  takeAdmitted(): number[];
}

/** The origins that the same client patterns admit, among the first `seen` that were held. */
interface Admitted {
  seen: number;
  origins: number[];
}

/** The host that passes access guards of one class, among the first origins looked at. */
interface Access {
  from: number | null;
  seen: number;
  seenUnclassified: number;
}

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
  const known: (Access | undefined)[] = [];
  /** What waits, by class of access guards with one of them as its sample, and by host. */
  const waiting = {
    byClass: new Map<number, { access: number; all: number[] }>(),
    byHost: new Map<number, number[]>(),
  };
  let heldBefore = 0;

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

  function usual(access: number): number | null {
    const accessClass = accessGuards.classOf(access);
    const found = known[accessClass] ?? { from: null, seen: 0, seenUnclassified: 0 };
    known[accessClass] = found;
    if (found.from !== null) return found.from;
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
  function connected(access: number, edge: number): number | null {
    const [slot, port] = [accessGuards.host(access), accessGuards.port(access)];
    const isAdmitted = (from: number) => hosts.has(from) && reachCost(from, edge) >= 0;
    if (isAdmitted(slot)) return slot;
    return connections.sourcesOf(slot, port).find(isAdmitted) ?? null;
  }

  return {
    hold(slot) {
      if (hosts.has(slot)) return;
      hosts.add(slot);
      held.hosts.push(slot);
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
      return usual(access) ?? connected(access, edge);
    },
    wait(edge, what) {
      const access = accessGuards.of(edge);
      const accessClass = accessGuards.classOf(access);
      const ofClass = waiting.byClass.get(accessClass) ?? { access, all: [] };
      waiting.byClass.set(accessClass, ofClass);
      ofClass.all.push(what);
      const slot = accessGuards.host(access);
      const ofHost = waiting.byHost.get(slot) ?? [];
      waiting.byHost.set(slot, ofHost);
      ofHost.push(what);
    },
    takeAdmitted() {
      const taken: number[] = [];
      const fresh = held.hosts.slice(heldBefore);
      heldBefore = held.hosts.length;
      for (const slot of fresh)
        for (const port of [slot, ...connections.from(slot).map((one) => one.slot)])
          taken.push(...(waiting.byHost.get(port) ?? []));
      for (const [accessClass, { access, all }] of waiting.byClass) {
        if (usual(access) === null) continue;
        taken.push(...all);
        waiting.byClass.delete(accessClass);
      }
      return taken;
    },
  };
}
